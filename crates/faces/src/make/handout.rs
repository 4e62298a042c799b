//! Building handouts: the stat block of an NPC for the game master, and what the players are told of it.

use makeready_rules::formula::{EvalError, Frame};
use makeready_rules::value::Value;

use super::ability::strong;
use super::face_builder::FaceBuilder;
use super::sheet::RowFilter;
use crate::sheet::{Handout, Layout, Purpose, SheetBlock, SheetContent, View};
use crate::text::{Paragraph, Run, Style};
use makeready_content::concept::character::{AbilityEntry, CharacterEntry, ROLE};
use makeready_content::concept::handouts::HandoutBlockEntry;
use makeready_content::concept::sheet::BlockKind;
use makeready_content::source::Located;
use makeready_content::text::Text;

/// Between the parts of the line that says how dangerous somebody is.
const BETWEEN: &str = " \u{b7} ";

impl FaceBuilder<'_> {
    /// The stat block of this NPC. What is not for these readers is not in it.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn handout(&self, layout: Layout, view: View) -> Result<Handout, EvalError> {
        let shown: Vec<&HandoutBlockEntry> = self.game.entries.handouts.of(layout).iter().collect();
        let mut blocks = Vec::new();
        blocks.extend(if view == View::Gm { self.draft_block() } else { None });
        let mut known = if view == View::Player { self.known_blocks()? } else { Vec::new() };
        for entry in shown.into_iter().filter(|shown| shown.only.is_none_or(|only| only == view)) {
            // What is known stands before the lines for what is not.
            if let BlockKind::Lines(_) = entry.block.kind {
                blocks.append(&mut known);
            }
            let mut block = self.sheet_block(&entry.block, RowFilter::PresentOnly)?;
            // A tenth of a page has no lines to spare.
            if let (Layout::Short, BlockKind::AbilityNames(..), Some(block)) = (layout, &entry.block.kind, &mut block) {
                run_on(&mut block.content);
            }
            blocks.extend(block);
        }
        blocks.append(&mut known);
        let role = match view {
            View::Gm => true,
            View::Player => self.is_known(ROLE),
        };
        let subtitle_parts = self.marked_parts(match view {
            View::Gm => self.threat()?,
            View::Player => self.subtitle_for_players()?,
        });
        Ok(Handout {
            id: self.evaluator.character().id.clone(),
            name: self.evaluator.character().name.clone(),
            role: self.entry().filter(|_| role).map_or_else(String::new, |entry| entry.role.value.clone()),
            portrait: self.portrait_art(),
            subtitle: subtitle_parts.join(BETWEEN),
            subtitle_parts,
            readers: match view {
                View::Gm => self.words().text("sheet.gm").to_owned(),
                View::Player => String::new(),
            },
            blocks,
            edition: self.game.edition_line(),
        })
    }

    /// Whether the players know this of the NPC.
    fn is_known(&self, thing: &str) -> bool {
        self.entry().is_some_and(|entry| entry.known.iter().any(|known| known.value == thing))
    }

    /// How dangerous the NPC is: what the system names for that, else all that it has beside the name.
    fn threat(&self) -> Result<Vec<String>, EvalError> {
        let named = &self.game.entries.handouts.threat;
        if named.is_empty() {
            return self.subtitle_without(&[]);
        }
        let mut parts = Vec::new();
        for id in named {
            if self.game.rules.system().choices.contains_key(&id.value) {
                parts.extend(self.printed(&format!("{}.name", id.value))?);
            } else {
                let cell = self.value_cell(&id.value)?;
                parts.extend(cell.text.map(|text| format!("{} {text}", cell.name)));
            }
        }
        Ok(parts)
    }

    /// `Level 3 · Adventurer`
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn subtitle(&self) -> Result<String, EvalError> {
        Ok(self.subtitle_without(&[])?.join(BETWEEN))
    }

    fn subtitle_for_players(&self) -> Result<Vec<String>, EvalError> {
        self.subtitle_without(&self.game.entries.handouts.hidden)
    }

    fn subtitle_without(&self, hidden: &[Located<String>]) -> Result<Vec<String>, EvalError> {
        if self.is_blank() {
            return Ok(Vec::new());
        }
        let system = self.game.rules.system();
        let e = &self.game.entries;
        let quiet_inputs = e.inputs.iter().filter(|input| input.is_quiet).map(|input| &input.head.id);
        let quiet_choices = e.choices.iter().filter(|choice| choice.is_quiet).map(|choice| &choice.head.id);
        let quiet: Vec<&String> = quiet_inputs.chain(quiet_choices).collect();
        let is_shown = |id: &String| hidden.iter().all(|hidden| hidden.value != *id) && !quiet.contains(&id);
        let mut parts = Vec::new();
        for (id, input) in system.inputs.iter().filter(|(id, _)| is_shown(id)) {
            // Inputs at their default, and optional ones, which are entered from elsewhere, are not shown.
            let value = self.evaluator.value(id)?;
            if input.is_optional {
                continue;
            }
            if input.default.is_some_and(|default| value == Value::whole(default)) {
                continue;
            }
            if let Some(text) = value.printed() {
                parts.push(format!("{} {text}", input.name));
            }
        }
        for id in system.choices.keys().filter(|id| is_shown(id)) {
            parts.extend(self.printed(&format!("{id}.name"))?);
        }
        Ok(parts)
    }

    /// What the game master lets the players know: figures, choices, notes and abilities.
    fn known_blocks(&self) -> Result<Vec<SheetBlock>, EvalError> {
        let Some(entry) = self.entry() else { return Ok(Vec::new()) };
        let system = self.game.rules.system();
        let (mut lines, mut values, mut notes, mut abilities) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for id in entry.known.iter().map(|known| known.value.as_str()) {
            if let Some((_, note)) = entry.notes.iter().find(|(note, _)| note.value == id) {
                let content = SheetContent::Text { paragraphs: self.paragraphs(note)? };
                notes.push(SheetBlock { title: self.note_title(id), span: 12, purpose: Purpose::Play, content });
            } else if let Some(ability) = self.evaluator.character().built.iter().find(|built| built.id == id) {
                let mut line = strong(&ability.name);
                line.push(Run::plain(" "));
                let built = self.who.and_then(|who| self.game.built(who, id));
                line.extend(built.map(|built| self.line(&built.description)).transpose()?.unwrap_or_default());
                abilities.push(line);
            } else if let Some(choice) = system.choices.get(id) {
                lines.push((choice.name.clone(), self.printed(&format!("{id}.name"))?));
            } else if id != ROLE {
                values.push(self.value_cell(id)?);
            }
        }
        let titled =
            |title: &str, content| SheetBlock { title: title.to_owned(), span: 12, purpose: Purpose::Play, content };
        let (known, mut blocks) = (self.words().text("sheet.known"), Vec::new());
        if !lines.is_empty() {
            blocks.push(titled(known, SheetContent::Identity { lines }));
        }
        if !values.is_empty() {
            let title = if blocks.is_empty() { known } else { "" };
            blocks.push(titled(title, SheetContent::Values { values }));
        }
        blocks.extend(notes);
        if !abilities.is_empty() {
            blocks
                .push(titled(self.words().text("sheet.known_abilities"), SheetContent::Text { paragraphs: abilities }));
        }
        Ok(blocks)
    }

    /// The title under which the full layout shows a note: it shows every note.
    fn note_title(&self, note: &str) -> String {
        let blocks = self.game.entries.handouts.full.iter().map(|shown| &shown.block);
        let mut of_note = blocks.filter(|block| matches!(&block.kind, BlockKind::Notes(id, _) if id.value == note));
        of_note.next().map_or_else(String::new, |block| block.title.clone())
    }

    /// `Measure Active, 1 FP: shoves what it hits`, `Surge Active, 2 SP (Empower I, Range I)`: a line for each, so that the eye finds
    /// its name at the margin, with what it does in a few words, else its keywords.
    pub(super) fn ability_names(&self, text: &Text, has_keywords: bool) -> Result<SheetContent, EvalError> {
        let mut paragraphs = Vec::new();
        let mut push = |name: &str, words: Paragraph| {
            let mut line = strong(name);
            line.push(Run::plain(" "));
            line.extend(words);
            paragraphs.push(line);
        };
        for ability in &self.evaluator.character().built {
            let mut words = self.ability_words(ability, text)?;
            let summary =
                self.who.and_then(|who| self.game.built(who, &ability.id)).map(|built| built.summary.to_string());
            match summary.filter(|summary| !summary.is_empty()) {
                Some(summary) => words.push(Run::plain(format!(": {summary}"))),
                None if has_keywords => words.push(Run::plain(format!(" ({})", self.keyword_names(ability)))),
                None => {}
            }
            push(&ability.name, words);
        }
        for ability in self.entry().into_iter().flat_map(CharacterEntry::described) {
            push(&ability.name, vec![Run::plain(described(ability))]);
        }
        Ok(SheetContent::Text { paragraphs })
    }
}

/// Paragraphs of a text as one.
fn run_on(content: &mut SheetContent) {
    if let SheetContent::Text { paragraphs } = content
        && let Some(all) = std::mem::take(paragraphs).into_iter().reduce(|mut all, one| {
            all.push(Run::plain(" \u{b7} "));
            all.extend(one);
            all
        })
    {
        paragraphs.push(all);
    }
}

/// Type and cost of an ability that is described in words.
pub(super) fn described(ability: &AbilityEntry) -> String {
    let told = [&ability.kind, &ability.cost].into_iter().filter(|words| !words.is_empty());
    told.map(|words| words.as_str()).collect::<Vec<_>>().join(", ")
}

/// The first sentences of a text, or all of it.
pub(super) fn first_sentences(paragraphs: Vec<Paragraph>, most: Option<u32>) -> Vec<Paragraph> {
    let Some(most) = most else { return paragraphs };
    let mut left = most;
    let mut kept = Vec::new();
    for paragraph in paragraphs {
        if left == 0 {
            break;
        }
        let ends = sentence_ends(&paragraph);
        let end = ends.get(left as usize - 1).copied();
        left = left.saturating_sub(u32::try_from(ends.len()).unwrap_or(u32::MAX));
        kept.push(end.map_or_else(|| paragraph.clone(), |end| cut(&paragraph, end)));
    }
    kept
}

/// Where sentences end among the words of a paragraph: behind a full stop, with the quotation marks that close there, before a
/// space or the end. A figure such as `2d12!` ends none, and what is quoted is not broken off.
fn sentence_ends(paragraph: &Paragraph) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut at, mut is_open, mut is_quoted) = (0, false, false);
    for run in paragraph.iter().filter(|run| run.style != Style::Icon) {
        for c in run.text.chars() {
            match c {
                _ if run.style == Style::Figure => is_open = false,
                '.' | '!' | '?' => is_open = true,
                '\u{201c}' => is_quoted = true,
                '\u{201d}' => is_quoted = false,
                '\u{2019}' | ')' => {}
                _ if c.is_whitespace() && is_open && !is_quoted => {
                    ends.push(at);
                    is_open = false;
                }
                _ => is_open = false,
            }
            at += c.len_utf8();
        }
    }
    ends.push(at);
    ends
}

/// The paragraph up to a place among its words.
fn cut(paragraph: &Paragraph, end: usize) -> Paragraph {
    let mut left = end;
    let mut kept = Paragraph::new();
    for run in paragraph {
        if run.style == Style::Icon {
            kept.push(run.clone());
            continue;
        }
        let length = left.min(run.text.len());
        left -= length;
        if length > 0 {
            kept.push(Run { text: run.text[..length].to_owned(), ..run.clone() });
        }
        if left == 0 {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strong_run(text: &str) -> Run {
        Run { style: Style::Strong, text: text.to_owned(), detail: String::new() }
    }

    /// The words of a paragraph; icons have none.
    fn words(paragraph: &Paragraph) -> String {
        paragraph.iter().filter(|run| run.style != Style::Icon).map(|run| run.text.as_str()).collect()
    }

    #[test]
    fn a_figure_ends_no_sentence() {
        let figure = Run { style: Style::Figure, text: "2d12!".to_owned(), detail: String::new() };
        let text = vec![vec![Run::plain("Rolls "), figure, Run::plain(" first. Then waits.")]];
        assert_eq!(words(&first_sentences(text, Some(1)).concat()), "Rolls 2d12! first.");
    }

    #[test]
    fn the_first_sentences_are_whole_and_keep_their_marks() {
        let text = || vec![vec![strong_run("Waits, 1.5 m off."), Run::plain(" \u{201c}Pay!\u{201d} Then it runs.")]];
        let kept = |most| words(&first_sentences(text(), Some(most)).concat());
        assert_eq!(kept(1), "Waits, 1.5 m off.");
        assert_eq!(kept(2), "Waits, 1.5 m off. \u{201c}Pay!\u{201d}");
        assert_eq!(kept(9), words(&text().concat()));
        assert_eq!(first_sentences(text(), None), text());
        assert_eq!(first_sentences(text(), Some(1))[0][0].style, Style::Strong);
    }

    #[test]
    fn what_is_quoted_is_not_broken_off() {
        let text = vec![vec![Run::plain("Talks: \u{201c}Step back. Lower that.\u{201d} Then it leaves.")]];
        let kept = words(&first_sentences(text, Some(1)).concat());
        assert_eq!(kept, "Talks: \u{201c}Step back. Lower that.\u{201d}");
    }

    #[test]
    fn sentences_are_counted_over_paragraphs() {
        let text = vec![vec![Run::plain("One.")], vec![Run::plain("Two. Three.")]];
        let kept = first_sentences(text, Some(2));
        assert_eq!(kept, vec![vec![Run::plain("One.")], vec![Run::plain("Two.")]]);
    }
}
