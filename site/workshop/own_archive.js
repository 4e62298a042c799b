// The changes that tabs store for a game: characters, abilities and NPCs. The saved archive contains them as files.

// The store in which tabs keep their versions of such a file, by id.
function storeOfFile(path, place) {
  const what = { characters: "people", npcs: "people", abilities: "abilities" }[path.split("/")[1]];
  return what && Store.of(what, place);
}

// Returns the changed files, path to text. `place` is where changes to the game are stored. Somebody of the game whose file was
// removed is left out.
function keptFilesOf(files, game, place) {
  const kept = new Map(), decoder = new TextDecoder();
  const textAt = (path) => (files.has(path) ? decoder.decode(files.get(path)) : undefined);
  // Ids to paths of what is in some folders of the game.
  const idsIn = (...folders) => {
    const own = [...files.keys()].filter((path) => /\.ya?ml$/.test(path) && folders.some((folder) => path.startsWith(`${game}/${folder}/`)));
    return new Map(own.map((path) => [idIn(textAt(path)), path]));
  };
  const people = idsIn("characters", "npcs"), abilities = idsIn("abilities");
  // In the folder of a game no file needs to name the game.
  const withoutSystem = (said) => said.replace(/^system:.*\n/m, "");
  const put = (path, said) => {
    const before = textAt(path);
    const now = before !== undefined && /^system:/m.test(before) ? said : withoutSystem(said);
    if (now !== before) kept.set(path, now);
  };
  // A new file, under an id that nothing else has. An archive that was saved and opened again has the file already.
  const add = (folder, ids, wanted, said) => {
    if (ids.has(wanted) && textAt(ids.get(wanted)) === withoutSystem(said)) return;
    const at = (id) => `${game}/${folder}/${id}.yaml`;
    const id = numbered(wanted, (one) => ids.has(one) || files.has(at(one)) || kept.has(at(one)));
    ids.set(id, at(id));
    put(at(id), id === wanted ? said : said.replace(/^id:.*$/m, `id: ${id}`));
  };
  const all = (what, read) => {
    const store = Store.of(what, place);
    return store.keys().map((key) => [key, read(store.get(key))]).filter(([, said]) => typeof said === "string");
  };
  for (const [key, said] of all("people", (value) => value)) {
    if (people.has(key)) put(people.get(key), said);
    else if (isOwnPerson(key)) add("characters", people, idIn(said) ?? "character", said);
  }
  for (const [, said] of all("npcs", (value) => value?.file)) add("npcs", people, idIn(said) ?? "npc", said);
  for (const [key, said] of all("abilities", (value) => value).filter(([key]) => isAbilityId(key))) {
    if (abilities.has(key)) put(abilities.get(key), said);
    else add("abilities", abilities, idIn(said) ?? key, said);
  }
  return kept;
}
