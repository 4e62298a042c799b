//! How many shapes an SVG draws, each counted as often as it is copied to be drawn.
//!
//! **In** an SVG that is sound as text. **Out** the number of its elements. A part that others refer to counts for each of
//! them: `use` draws it again, and what reads an SVG copies a pattern, mask or clip for each shape. A reference may be an
//! attribute, a rule of a style sheet, or inherited from a group. **Fails** when there are more than are drawn soon, when they
//! nest too deep, or when a part refers to itself.
//!
//! Nothing is too low: where it is open which elements a rule matches, or which of several values an element has, all of them
//! count. Gradients are small, and count where they have many stops.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Attribute, Node};

use super::svg::{SvgFault, SvgFaultKind, opening, reference, short};
use crate::limits::{DEEPEST_DRAWING, MOST_SHAPES};

/// How many stops of a gradient count as one shape, for each shape that has the gradient.
const STOPS_OF_A_SHAPE: usize = 16;

/// Shapes: they have the fill and stroke of the groups around them.
const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];

/// Properties that refer to parts; all but `fill` and `stroke` are one.
const FILL: usize = 0;
const STROKE: usize = 1;
const OTHER: usize = 2;

/// The parts that a shape would refer to if it said nothing itself, by property.
type Inherited<'d> = [Vec<&'d str>; 3];

/// A reference of a style sheet.
struct Rule<'d> {
    matches: Match<'d>,
    property: usize,
    id: &'d str,
}

/// Elements that a rule may match: no others do.
enum Match<'d> {
    All,
    Class(&'d str),
    Id(&'d str),
    Name(&'d str),
}

impl Match<'_> {
    fn may_be(&self, node: Node) -> bool {
        let has = |name: &str, word: &str| {
            let mut values = node.attributes().filter(|attribute| attribute.name() == name);
            values.any(|attribute| attribute.value().split_whitespace().any(|part| part == word))
        };
        match self {
            Self::All => true,
            Self::Class(class) => has("class", class),
            Self::Id(id) => has("id", id),
            Self::Name(name) => node.tag_name().name() == *name,
        }
    }
}

/// The references of a style sheet.
fn rules(sheet: &str) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    for (at, found) in sheet.match_indices("url(") {
        let Some(id) = reference(&sheet[at + found.len()..]) else { continue };
        let before = &sheet[..at];
        let rule = &before[before.rfind('}').map_or(0, |end| end + 1)..];
        match rule.split_once('{').filter(|(selectors, body)| is_plain(selectors, body)) {
            Some((selectors, body)) => {
                let name = body.rsplit(';').next().and_then(|last| last.split(':').next()).unwrap_or_default();
                let property = property(name);
                rules.extend(selectors.split(',').map(|selector| Rule { matches: last_part(selector), property, id }));
            }
            None => rules.extend([FILL, OTHER].map(|property| Rule { matches: Match::All, property, id })),
        }
    }
    rules
}

/// Whether a rule is written so that nobody reads it in two ways.
fn is_plain(selectors: &str, body: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || c.is_whitespace() || "-_.#*:>+~,".contains(c);
    let mut open = 0u32;
    let mut is_closed = |c: char| {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            _ => {}
        }
        true
    };
    selectors.chars().all(is_sign) && !body.contains(['{', '"', '\'']) && body.chars().all(&mut is_closed)
}

/// What the last part of a selector asks of an element.
fn last_part(selector: &str) -> Match<'_> {
    let mut parts = selector.split(|c: char| c.is_whitespace() || ">+~".contains(c));
    let last = parts.rfind(|part| !part.is_empty()).unwrap_or_default();
    let behind = |sign: char| {
        let (_, rest) = last.split_once(sign)?;
        rest.split(['.', '#', ':', '*']).next().filter(|name| !name.is_empty())
    };
    let name = last.split(['.', '#', ':', '*']).next().filter(|name| !name.is_empty());
    match (behind('.'), behind('#'), name) {
        (Some(class), ..) => Match::Class(class),
        (None, Some(id), _) => Match::Id(id),
        (None, None, Some(name)) => Match::Name(name),
        (None, None, None) => Match::All,
    }
}

fn property(name: &str) -> usize {
    match name.trim() {
        "fill" => FILL,
        "stroke" => STROKE,
        _ => OTHER,
    }
}

/// The references of the attributes of an element, with their properties.
fn own<'d>(node: Node<'d, '_>) -> Vec<(usize, &'d str)> {
    let of = |attribute: Attribute<'d, '_>| {
        let (name, value) = (attribute.name(), attribute.value());
        let at = move |(at, found): (usize, &str)| {
            let property = match name {
                "style" => {
                    let last = value[..at].rsplit(';').next().unwrap_or_default();
                    property(last.split(':').next().unwrap_or_default())
                }
                name => property(name),
            };
            Some((property, reference(&value[at + found.len()..])?))
        };
        value.match_indices("url(").filter_map(at).collect::<Vec<_>>()
    };
    node.attributes().flat_map(of).collect()
}

/// The part that an element refers to by its address.
fn linked<'d>(node: Node<'d, '_>) -> Option<&'d str> {
    let mut links = node.attributes().filter(|attribute| attribute.name() == "href");
    links.find_map(|attribute| attribute.value().trim().strip_prefix('#'))
}

/// Refuses an SVG that draws too many shapes.
pub fn bounded<'d>(root: Node<'d, '_>, ids: &BTreeMap<&'d str, Node<'d, '_>>, sheet: &'d str) -> Result<(), SvgFault> {
    let elements = || root.descendants().filter(Node::is_element);
    let is_inherit = |node: Node| node.attributes().any(|attribute| attribute.value().contains("inherit"));
    let mut count = Count {
        root,
        ids,
        rules: rules(sheet),
        has_inherit: sheet.contains("inherit") || elements().any(is_inherit),
        used: elements().filter(|node| node.tag_name().name() == "use").filter_map(linked).collect(),
        all: Inherited::default(),
        homes: BTreeMap::new(),
        counted: BTreeMap::new(),
        open: BTreeMap::new(),
        skipped: usize::MAX,
    };
    let mut all: [BTreeSet<&str>; 3] = Default::default();
    let in_sheet = count.rules.iter().map(|rule| (rule.property, rule.id));
    for (property, id) in elements().flat_map(own).chain(in_sheet).filter(|(_, id)| count.is_large(id)) {
        all[property].insert(id);
    }
    count.all = all.map(|ids| ids.into_iter().collect());
    count.find_homes(root, &Inherited::default(), false, 0)?;
    count.of(root, &Inherited::default(), 0).map(|_| ())
}

struct Count<'d, 'i, 'c> {
    root: Node<'d, 'i>,
    ids: &'c BTreeMap<&'d str, Node<'d, 'i>>,
    rules: Vec<Rule<'d>>,
    /// Whether an element may ask for a property of its parent that is not inherited.
    has_inherit: bool,
    /// The ids of parts that are drawn again.
    used: BTreeSet<&'d str>,
    /// The references of all elements.
    all: Inherited<'d>,
    /// What parts with an id inherit where they stand, by their beginnings.
    homes: BTreeMap<usize, Inherited<'d>>,
    counted: BTreeMap<(usize, Inherited<'d>), u64>,
    /// The elements around, each from its beginning to its end, with how many are around it.
    open: BTreeMap<usize, usize>,
    /// The outermost of these that was left out since it was open.
    skipped: usize,
}

impl<'d, 'i> Count<'d, 'i, '_> {
    fn fault(node: Node, kind: SvgFaultKind) -> SvgFault {
        SvgFault { kind, at: opening(node) }
    }

    /// Whether a part is there, and is no gradient of few stops.
    fn is_large(&self, id: &str) -> bool {
        let is_few = |node: &Node| node.descendants().filter(Node::is_element).nth(STOPS_OF_A_SHAPE).is_none();
        self.ids.get(id).is_some_and(|node| !is_gradient(*node) || linked(*node).is_some() || !is_few(node))
    }

    /// The references of the rules that may match an element.
    fn of_rules(&self, node: Node) -> Vec<(usize, &'d str)> {
        let rules = self.rules.iter().filter(|rule| rule.matches.may_be(node));
        rules.map(|rule| (rule.property, rule.id)).filter(|(_, id)| self.is_large(id)).collect()
    }

    /// What is inherited within an element.
    fn within(&self, node: Node<'d, 'i>, around: &Inherited<'d>) -> Inherited<'d> {
        let mut within = around.clone();
        for (property, name) in [(FILL, "fill"), (STROKE, "stroke")] {
            let is_own = |value: &str| match value.trim() {
                "none" => true,
                value if value.starts_with("url(") => {
                    reference(&value["url(".len()..]).is_some_and(|id| self.ids.contains_key(id))
                }
                value => value.strip_prefix('#').is_some_and(|digits| {
                    matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
                }),
            };
            if !self.has_inherit && node.attribute(name).is_some_and(is_own) {
                within[property].clear();
            }
        }
        for (property, id) in own(node).into_iter().filter(|(_, id)| self.is_large(id)).chain(self.of_rules(node)) {
            if (property != OTHER || self.has_inherit) && !within[property].contains(&id) {
                within[property].push(id);
            }
        }
        within
    }

    /// Finds out what parts inherit where they stand. In what is drawn again, that may be whatever is inherited there.
    fn find_homes(
        &mut self,
        node: Node<'d, 'i>,
        around: &Inherited<'d>,
        is_used: bool,
        depth: u32,
    ) -> Result<(), SvgFault> {
        if depth > DEEPEST_DRAWING {
            return Err(Self::fault(node, SvgFaultKind::TooDeep));
        }
        let id = node.attribute("id");
        let is_used = is_used || id.is_some_and(|id| self.used.contains(id));
        if id.is_some() {
            let home = if is_used { self.all.clone() } else { around.clone() };
            self.homes.insert(node.range().start, home);
        }
        let within = self.within(node, around);
        node.children()
            .filter(Node::is_element)
            .try_for_each(|child| self.find_homes(child, &within, is_used, depth + 1))
    }

    fn of(&mut self, node: Node<'d, 'i>, around: &Inherited<'d>, depth: u32) -> Result<u64, SvgFault> {
        let begin = node.range().start;
        let key = (begin, around.clone());
        if let Some(counted) = self.counted.get(&key) {
            return Ok(*counted);
        }
        if depth > DEEPEST_DRAWING {
            return Err(Self::fault(node, SvgFaultKind::TooDeep));
        }
        let level = self.open.len();
        if self.open.contains_key(&begin) {
            let kind = SvgFaultKind::Circle(format!("<{}>", short(node.tag_name().name())));
            return Err(Self::fault(node, kind));
        }
        self.open.insert(begin, level);
        let skipped = std::mem::replace(&mut self.skipped, usize::MAX);
        let count = self.inside(node, around, depth + 1)?;
        self.open.remove(&begin);
        // A count without a part that was open outside does not hold elsewhere.
        if self.skipped >= level {
            self.counted.insert(key, count);
            self.skipped = skipped;
        } else {
            self.skipped = self.skipped.min(skipped);
        }
        Ok(count)
    }

    /// An element, those in it, and the parts it refers to.
    fn inside(&mut self, node: Node<'d, 'i>, around: &Inherited<'d>, depth: u32) -> Result<u64, SvgFault> {
        let within = self.within(node, around);
        let mut count = 1;
        for child in node.children().filter(Node::is_element) {
            count = Self::sum(self.root, count, self.of(child, &within, depth)?)?;
        }
        if let Some(target) = linked(node).and_then(|id| self.ids.get(id)).copied() {
            let is_copy = node.tag_name().name() == "use";
            let around = if is_copy { within.clone() } else { self.home(target) };
            count = Self::sum(self.root, count, self.of(target, &around, depth)?)?;
        }
        let own: Vec<&str> = own(node).into_iter().map(|(_, id)| id).collect();
        for id in &own {
            count = Self::sum(self.root, count, self.target(id, depth)?)?;
        }
        let of_rules = self.of_rules(node).into_iter().filter(|(property, _)| *property == OTHER).map(|(_, id)| id);
        let inherited = within.iter().flatten().copied().filter(|_| SHAPES.contains(&node.tag_name().name()));
        let more: Vec<&str> = of_rules.chain(inherited).filter(|id| !own.contains(id)).collect();
        for id in more {
            let open = self.ids.get(id).and_then(|target| self.open.get(&target.range().start));
            match open {
                Some(level) => self.skipped = self.skipped.min(*level),
                None => count = Self::sum(self.root, count, self.target(id, depth)?)?,
            }
        }
        Ok(count)
    }

    fn sum(root: Node, count: u64, more: u64) -> Result<u64, SvgFault> {
        let count = count.saturating_add(more);
        let is_fine = count <= u64::from(MOST_SHAPES);
        if is_fine { Ok(count) } else { Err(Self::fault(root, SvgFaultKind::TooMany)) }
    }

    fn home(&self, target: Node) -> Inherited<'d> {
        self.homes.get(&target.range().start).cloned().unwrap_or_default()
    }

    fn target(&mut self, id: &str, depth: u32) -> Result<u64, SvgFault> {
        let Some(target) = self.ids.get(id).copied() else { return Ok(0) };
        let home = self.home(target);
        let count = self.of(target, &home, depth)?;
        Ok(if is_gradient(target) { count / STOPS_OF_A_SHAPE as u64 } else { count })
    }
}

fn is_gradient(node: Node) -> bool {
    matches!(node.tag_name().name(), "linearGradient" | "radialGradient")
}
