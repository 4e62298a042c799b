// The readings of rulings that are in force on all benches: the campaign's, those that were chosen here, or those of a link.

class Readings {
  #engine;
  #store;
  #opened;
  #usual;
  #now;
  #listeners = new Set();
  #isWriting = false;
  // Whether they came by a link: then they hold as long as the page is open, and what is kept stays what it is.
  isOfLink = false;

  constructor(engine, opened, carried, until) {
    this.#engine = engine;
    this.#opened = opened;
    this.#store = Store.of("rulings", opened.place);
    this.#usual = new Map(opened.rulings.map(({ id, chosen }) => [id, chosen]));
    this.#now = this.#kept();
    this.carry(carried);
    this.#store.subscribe(() => {
      if (this.#isWriting || this.isOfLink) return;
      this.#now = this.#kept();
      this.decide();
    }, until);
  }

  get(id) {
    return this.#now.get(id);
  }

  usual(id) {
    return this.#usual.get(id);
  }

  // Those that are not the campaign's, with their readings.
  others() {
    return [...this.#now].filter(([id, reading]) => this.#usual.get(id) !== reading);
  }

  // Their names and readings in words.
  told() {
    return this.others().map(([id, reading]) => {
      const { name, readings } = this.#opened.rulings.find((one) => one.id === id);
      return [name, readings.find(([one]) => one === reading)?.[1] ?? reading];
    });
  }

  // As links carry them.
  get carried() {
    return this.others().map((one) => one.join(":")).join(",");
  }

  // Takes those of a link; answers whether they are others than before.
  carry(carried) {
    const wanted = this.#sound((carried ?? "").split(",").map((one) => one.split(":")));
    const before = this.carried;
    if (wanted.size > 0) {
      this.#now = new Map([...this.#usual, ...wanted]);
      if (this.carried !== before) this.isOfLink = true;
    }
    return this.carried !== before;
  }

  // Puts readings in force, by ruling, and keeps them.
  async set(readings) {
    this.#now = new Map([...this.#now, ...this.#sound(readings)]);
    this.isOfLink = false;
    this.#isWriting = true;
    for (const [id, reading] of this.#now) {
      if (this.#usual.get(id) !== reading) this.#store.set(id, reading);
      else if (this.#store.has(id)) this.#store.remove(id);
    }
    this.#isWriting = false;
    return this.decide();
  }

  putBack() {
    return this.set(this.#usual);
  }

  // All of them are named, so that those of the campaign that are put back to the default are as well.
  async decide() {
    const answer = await this.#engine.decide(this.others().length > 0 ? [...this.#now] : []).catch((error) => ({ refused: [error.message] }));
    for (const listen of [...this.#listeners]) listen(answer);
    return answer;
  }

  // `listen` hears of every decision, with the answer of the engine, until `until` is aborted.
  subscribe(listen, until) {
    this.#listeners.add(listen);
    until?.addEventListener("abort", () => this.#listeners.delete(listen));
  }

  #kept() {
    return new Map([...this.#usual, ...this.#sound(this.#store.keys().map((id) => [id, this.#store.get(id)]))]);
  }

  // Those that the game knows.
  #sound(pairs) {
    const isKnown = ([id, reading]) => this.#opened.rulings.some((one) => one.id === id && one.readings.some(([known]) => known === reading));
    return new Map([...pairs].filter(isKnown));
  }
}

// What stands on every bench where readings differ.
function readingsNote(readings, open) {
  const node = el("div", { class: "bench-readings", role: "status", hidden: true });
  const draw = () => {
    const told = readings.told();
    node.hidden = told.length === 0;
    node.replaceChildren(...(told.length === 0 ? [] : [
      el("p", {}, el("b", {}, text(readings.isOfLink ? "readings_of_link" : "readings_differ", { count: told.length })), " ", told.slice(0, MOST_TOLD).map(([name, said]) => `${name}: ${said}`).join(" · "), told.length > MOST_TOLD && ` ${text("and_more", { count: told.length - MOST_TOLD })}`),
      el("p", { class: "bench-do" }, el("button", { type: "button", click: open }, text("see_rulings")), el("button", { type: "button", click: () => readings.putBack() }, text("put_all_back")))]));
  };
  draw();
  readings.subscribe(draw);
  return node;
}

const MOST_TOLD = 3;
