// What the search knows of English beyond stems. Groups are divided by `;`.

// Forms of one word that have different stems.
const FORMS = `
  advance advancement; armor armour; awake wake woke; bear borne; become became; begin began begun; bend bent; bind bound; bleed bled; blow blew blown;
  break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; center centre; child children; choose chose chosen choice;
  collide collision; color colour; combine combination; compete competition; crawl crept creep; deal dealt; decide decision; deep depth deeper;
  defend defense defence; describe description; destroy destruction; die dead death; dig dug; divide division; draw drew drawn; drink drank drunk;
  drive drove driven; eat ate eaten; explode explosion; fail failure; fall fell fallen; fight fought; find found; flee fled; fly flew flown flight;
  foot feet; forget forgot forgotten; freeze froze frozen; give gave given; go goes went gone; gray grey; grow grew grown growth; half halve;
  hear heard; hide hid hidden; high height higher highest; hold held; injure injury; invent invention; keep kept; knife knives; know knew known;
  lead led; life lives; long length longer longest; lose lost loss; make made; man men; maneuver manoeuvre; mean meant; meet met; meter metre;
  move movement; multiple multiply; offense offence offend; paralyze paralysis; pay paid; perceive perception; persuade persuasion; produce production;
  recover recovery; reduce reduction; remember remembrance; repeat repetition; respond response; ride rode ridden; rise rose risen; run ran;
  see saw seen; sell sold; send sent; shoot shot; shrink shrank; sink sank sunk; sleep slept asleep; speak spoke spoken speech; spend spent;
  stand stood; steal stole stolen; strike struck; strong strength stronger; succeed success; swim swam; swing swung; take took taken; teach taught;
  tell told; thief thieves; think thought; throw threw thrown; tooth teeth; understand understood; wear wore worn; weigh weight; wide width wider;
  win won; wolf wolves; write wrote written; fast faster; slow slower; hard harder; easy easier; big bigger; small smaller; large larger;
  far farther; heavy heavier; light lighter; weak weaker; worse worst; low lower lowest`;

// Words of nearly the same sense in rules of games: of those that are not asked for, each counts less than the word itself.
const SENSES = `
  fight combat battle encounter war; enemy foe opponent adversary monster; hurt harm injury wound damage; heal cure recover restore mend; heal potion;
  gear equipment item inventory belongings backpack; walk move run travel; fast quick speed; slow hinder; buy purchase shop sell trade; price cost pay;
  money coin gold; roll throw; roll check test; dice die; character hero pc player; monster creature beast npc;
  create creation make build design invent; example sample; increase raise improve boost bonus; better improve advancement;
  lower reduce decrease lessen penalty; worse penalty; begin start; end finish over; help assist aid support; hide sneak stealth conceal;
  unseen invisible hidden; spell magic cast ability power; wizard mage magic; rest sleep nap camp; die death kill slay; turn round;
  push shove knockback; grab grapple wrestle hold; grab restrain; fall prone lie; trip prone fall; trip knock; lie prone ground; stand rise;
  difficulty difficult hard; ally friend companion; pet animal companion; language speak; maximum limit most; minimum least;
  size big large small tiny huge; small tiny; big huge; twice two; distance range far reach; critical crit; tie equal same; order first initiative;
  sequence order; carry lift load encumbrance; heavy encumbrance weight; backpack carry; reward loot treasure; experience xp advancement; level xp;
  learn train; poison toxin venom; burn flame fire; fear frightened scared; armor protection; defend guard block; block parry shield;
  dodge evade evasion avoid; shoot ranged bow fire; arrow ammunition ammo bow; bow crossbow gun pistol; choose pick select; change alter swap switch;
  win beat success succeed; fail miss; again repeat reroll; unconscious ko knocked; talk speak; see sight vision look; dark darkness light;
  notice spot perception search; peek look see; jump leap; wait delay hold; interrupt reaction; summon conjure; time duration last; last stay remain;
  own custom homebrew; gm master referee; mean definition; modifier bonus; attack hit strike swing; attack stab slash; hit blow; back behind sneak;
  punch kick fist unarmed; smash break destroy; door wall object; health hp life; wound hp health; trait feat perk talent;
  weapon sword blade dagger knife axe spear; stat attribute ability; stack add together; remove take discard lose;
  flee escape retreat withdraw disengage; steal thief pickpocket; optional variant; typical usual standard normal; reckless berserk rage;
  smart intelligence; odds chance likely probability; weak vulnerable; both simultaneous; crush blunt impact; counterattack riposte counter;
  breath drown; water swim drown; explode bomb; many swarm horde; storm weather wind rain; draw ready unsheathe; provoke taunt; aim target;
  healing heal; skip avoid; corpse body dead; read interpret; rule ruling; leave exit; save keep; zero none; noise sound; silence quiet; cook cooking;
  song music performance sing; carpenter wood; blacksmith smith; doctor medicine; boss leader; revive resurrect; class profession trade;
  race species people; age old; level rank tier; advantage bonus; disadvantage penalty; use activate; gain earn get; drink potion; fly wing;
  teleport travel; buff boost; debuff hinder; area blast; hurt pain; tired exhaustion fatigue; mad berserk; frighten fear; resist save;
  sword cut`;

// Words that any question may have: they tell less of what is asked than others do.
const WEAK = `
  actually allow allowed all always anyone anything best call called case come count different do during each else enough every everyone exactly explain far
  first game give go goes good happen just keep kind know like list long lot make mean more most need new next now number often only other out over own part
  people per play player possible put rule same see side start take tell thing time try turn use used using want way within without word work works`;

const groupsOf = (text, sure) => text.split(";").map((group) => ({ sure, stems: [...new Set(stemsOf(group, "en"))] }));
const NO_KIN = new Map(), NONE = new Set(), COMMON = { en: "assets/english.js" };
// Stem -> stem of a word that may stand for it -> how sure that is.
let english;

function readEnglish() {
  english = new Map();
  for (const { sure, stems } of [...groupsOf(FORMS, FORM), ...groupsOf(SENSES, SENSE)]) {
    for (const one of stems) {
      if (!english.has(one)) english.set(one, new Map());
      stems.forEach((other) => { if (other !== one && !english.get(one).has(other)) english.get(one).set(other, sure); });
    }
  }
}

// The stems that may stand for one in a text, each with how sure that is.
function kinOf(lang, one) {
  if (lang !== "en") return NO_KIN;
  if (!english) readEnglish();
  return english.get(one) ?? NO_KIN;
}

let weakStems;

// The worth of a word in a question, from 0 to 1.
function worthOf(lang, one) {
  if (lang !== "en") return 1;
  weakStems ??= new Set(stemsOf(WEAK, "en"));
  return weakStems.has(one) ? WEAK_WORTH : 1;
}

// The stems of common words, which are never read as slips. They are loaded when a word is asked for that a book lacks.
function commonOf(lang) {
  return Object.hasOwn(COMMON, lang) ? ask(lang, COMMON[lang]).catch(() => NONE) : Promise.resolve(NONE);
}

// What may be typed of the ending of a word.
const ENDING = /^(?:e|ed|er|ers|i|in|ing|l|ly|n|ne|nes|ness|m|me|men|ment)$/;

// Whether a word is a common one, or becomes one when more of it is typed, as `flankin` does.
function isCommon(common, { word, stem, isOpen }) {
  if (common.has(stem)) return true;
  if (!isOpen) return false;
  for (let at = word.length - 1; at > 3 && at > word.length - 5; at--) {
    if (ENDING.test(word.slice(at)) && common.has(word.slice(0, at))) return true;
  }
  return false;
}
