//! Odds as a chart: bars of bands for each case, and the distribution of the result where there is one case.
//!
//! **In** an [`OddsView`]. **Out** SVG in which colors are classes only, so that pages show it in light and dark; a
//! standalone picture embeds its colors. Texts are escaped, and their widths are estimated generously.

use serde::Serialize;

use super::assets::StylePart;
use super::context::PageContext;
use super::html::Html;
use super::palette::odds_colors;
use super::runs::{self, Linking, TableView};
use makeready_faces::book::{EntryKind, EntryLink, Look};
use makeready_faces::card::OutcomeKind;
use makeready_faces::odds::{BandView, CaseView, OddsOwner, OddsView, Share};

/// Width of a standalone chart, in its own units.
const WIDTH: f64 = 720.0;
/// Width of a chart on a page: a phone shows all of it, with labels that can still be read.
const PAGE_WIDTH: f64 = 400.0;
/// Room at every edge.
const EDGE: f64 = 14.0;
/// Size of labels.
const LABEL: f64 = 13.0;
/// Height of a bar of bands.
const BAR: f64 = 24.0;
/// Distance from one such bar to the next.
const ROW: f64 = 31.0;
/// Height of the distribution.
const PLOT: f64 = 170.0;
/// How many shades a kind of band has.
const SHADES: usize = 4;

/// The chart as part of a page.
fn odds_svg(view: &OddsView) -> Html {
    let (body, height) = drawn(view, PAGE_WIDTH, EDGE);
    let mut svg = Html::new();
    let view_box = format!("0 0 {PAGE_WIDTH} {height:.0}");
    let attributes = [("class", "odds-chart"), ("viewBox", &view_box), ("role", "img"), ("aria-label", &spoken(view))];
    svg.open("svg", &attributes).append(&body).close("svg");
    svg
}

/// Odds on a page: the chart, and its data as tables.
#[derive(Debug, Serialize)]
pub(super) struct OddsFigure {
    caption: String,
    name: String,
    /// Empty on the check's own page.
    href: String,
    of: Option<OwnerView>,
    roll: String,
    inputs: Vec<String>,
    /// Several cases, a row each.
    rows: Option<RowsView>,
    /// One case: the chart.
    chart: Html,
    /// What has to be known to read it.
    told: Vec<String>,
    /// What neither rows nor chart say.
    tables: Vec<FigureTable>,
}

/// Whose odds they are.
#[derive(Debug, Serialize)]
struct OwnerView {
    /// Their page; empty where they have none.
    href: String,
    name: String,
    /// The card, or the line of the sheet.
    with: String,
}

/// Several cases as rows, each with a bar of its bands that is as wide as the page has room.
#[derive(Debug, Serialize)]
struct RowsView {
    varied: String,
    bands: Vec<HeadView>,
    or_better: String,
    /// The head of the column of means; empty where all cases have the same mean, which is then said once.
    mean: String,
    rows: Vec<RowView>,
}

/// A band as the head of a column.
#[derive(Debug, Serialize)]
struct HeadView {
    name: String,
    class: String,
}

#[derive(Debug, Serialize)]
struct RowView {
    label: String,
    bar: Html,
    bands: Vec<String>,
    or_better: String,
    mean: String,
}

/// What the column of means is called.
fn mean_of(view: &OddsView) -> String {
    view.words.say("odds.mean", &[("result", &view.result)])
}

/// The mean of several cases, where it is the same in all.
fn only_mean(view: &OddsView) -> Option<&str> {
    let (first, others) = view.cases.split_first().filter(|_| view.is_series())?;
    others.iter().all(|case| case.mean == first.mean).then_some(&first.mean)
}

/// What the reader of a chart has to be told: which bands `or better` has together, which never come out, and the mean that all cases
/// share.
fn told(view: &OddsView) -> Vec<String> {
    let good = view.bands.iter().filter(|band| band.kind.is_good());
    let together = good.map(|band| band.name.as_str()).collect::<Vec<_>>().join(" + ");
    let better = Some(&view.or_better).filter(|better| !better.is_empty() && view.is_series());
    let better = better.map(|better| format!("{better}: {together}"));
    let never = view.bands.iter().filter(|band| !band.comes_up);
    let never = never.map(|band| band.name.as_str()).collect::<Vec<_>>().join(", ");
    let never = Some(never).filter(|never| !never.is_empty() && view.is_series());
    let never = never.map(|bands| view.words.say("odds.never", &[("bands", &bands)]));
    better.into_iter().chain(never).chain(only_mean(view).map(|mean| format!("{}: {mean}", mean_of(view)))).collect()
}

/// The bands that come up, with their places. Of the others is told that they do not.
fn coming(view: &OddsView) -> impl Iterator<Item = (usize, &BandView)> {
    view.bands.iter().enumerate().filter(|(_, band)| band.comes_up)
}

fn rows(view: &OddsView) -> RowsView {
    let row = |case: &CaseView| RowView {
        label: case.label.clone(),
        bar: stretched_bar(view, case),
        bands: coming(view).map(|(at, _)| case.bands[at].text.clone()).collect(),
        or_better: case.or_better.as_ref().map_or_else(String::new, |chance| chance.text.clone()),
        mean: case.mean.clone(),
    };
    let head = |band: &BandView| HeadView { name: band.name.clone(), class: band_class(band.kind, band.shade) };
    RowsView {
        varied: view.varied.clone(),
        bands: coming(view).map(|(_, band)| head(band)).collect(),
        or_better: view.or_better.clone(),
        mean: if only_mean(view).is_some() { String::new() } else { mean_of(view) },
        rows: view.cases.iter().map(row).collect(),
    }
}

/// A bar without words, in shares of its width: a page stretches it. The figures stand beside it.
fn stretched_bar(view: &OddsView, case: &CaseView) -> Html {
    const WHOLE: f64 = 1000.0;
    const GAP: f64 = 6.0;
    let mut svg = Html::new();
    svg.open(
        "svg",
        &[("class", "odds-bar"), ("viewBox", "0 0 1000 10"), ("preserveAspectRatio", "none"), ("aria-hidden", "true")],
    );
    let mut x = 0.0;
    for (band, chance) in view.bands.iter().zip(&case.bands) {
        let length = chance.share.of_one() * WHOLE;
        if length > 0.0 {
            let (left, width) = (format!("{x:.0}"), format!("{:.0}", (length - GAP).max(2.0)));
            let class = band_class(band.kind, band.shade);
            svg.open("rect", &[("class", &class), ("x", &left), ("width", &width), ("height", "10")]).close("rect");
        }
        x += length;
    }
    svg.close("svg");
    svg
}

/// A table under its heading, which may be empty.
#[derive(Debug, Serialize)]
struct FigureTable {
    title: String,
    table: TableView,
}

/// The odds of a check on a page.
pub(super) fn odds_figure(view: &OddsView, caption: &str, page: &mut PageContext<'_>) -> OddsFigure {
    page.style_parts.insert(StylePart::Figures);
    let own = EntryLink { kind: EntryKind::Check, id: view.id.clone() };
    let place = page.context.link_index.entry(&own).map(|target| target.place.clone());
    let href = place.filter(|place| place.path != page.path).map_or(String::new(), |place| page.href(&place));
    let tables = if view.is_series() { view.further().into_iter().collect() } else { view.tables() };
    let tables = tables.into_iter().map(|(title, table)| {
        let label = if title.is_empty() { view.words.say("odds.of", &[("name", &view.name)]) } else { title.clone() };
        FigureTable { table: runs::table(&table, &label, page, &mut Linking::Names), title }
    });
    let tables = tables.collect();
    OddsFigure {
        caption: caption.to_owned(),
        name: view.name.clone(),
        href,
        of: view.of.as_ref().map(|of| owner(of, page)),
        roll: view.roll.clone(),
        inputs: view.inputs.iter().map(|(label, text)| format!("{label}: {text}")).collect(),
        rows: view.is_series().then(|| rows(view)),
        chart: if view.is_series() { Html::new() } else { odds_svg(view) },
        told: told(view),
        tables,
    }
}

fn owner(of: &OddsOwner, page: &PageContext<'_>) -> OwnerView {
    let href = page.context.link_index.entry(&of.link).map(|target| page.href(&target.place));
    OwnerView { href: href.unwrap_or_default(), name: of.name.clone(), with: of.with.clone() }
}

/// The text of a figure, for the search.
pub(super) fn words(view: &OddsView) -> String {
    let bands: Vec<&str> = view.bands.iter().map(|band| band.name.as_str()).collect();
    format!("{} {} {}", view.name, view.roll, bands.join(" "))
}

/// The chart as a standalone picture.
pub fn odds_picture(view: &OddsView, look: &Look) -> String {
    let mut head = Html::new();
    let mut top = EDGE + 16.0;
    text(&mut head, [EDGE, top], "start", "odds-title", &format!("{}: {}", view.name, view.roll));
    let inputs: Vec<String> = view.inputs.iter().map(|(label, text)| format!("{label}: {text}")).collect();
    for line in wrapped(&inputs, " \u{b7} ") {
        top += 19.0;
        text(&mut head, [EDGE, top], "start", "odds-soft", &line);
    }
    let (body, height) = drawn(view, WIDTH, top + 16.0);
    let (width, height) = (format!("{WIDTH}"), format!("{height:.0}"));
    let attributes = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("width", &width),
        ("height", &height),
        ("viewBox", &format!("0 0 {width} {height}")),
        ("role", "img"),
        ("aria-label", &spoken(view)),
    ];
    let mut svg = Html::new();
    svg.open("svg", &attributes).element("style", &[], &odds_colors(look));
    svg.open("rect", &[("class", "odds-paper"), ("width", &width), ("height", &height)]).close("rect");
    svg.append(&head).append(&body).close("svg");
    svg.as_str().to_owned() + "\n"
}

/// A description of the chart for screen readers.
fn spoken(view: &OddsView) -> String {
    let bands = |case: &CaseView| {
        let parts = view.bands.iter().zip(&case.bands).map(|(band, chance)| format!("{} {}", band.name, chance.text));
        parts.collect::<Vec<_>>().join(", ")
    };
    match &view.cases[..] {
        [case] => view.words.say("odds.chances", &[("name", &view.name), ("bands", &bands(case))]),
        cases => {
            let number = cases.len().to_string();
            view.words.say("odds.cases", &[("name", &view.name), ("varied", &view.varied), ("number", &number)])
        }
    }
}

/// Wraps pieces onto as few lines as their widths allow.
fn wrapped(pieces: &[String], between: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(between) + text_width(piece) <= WIDTH - 2.0 * EDGE => {
                line.push_str(between);
                line.push_str(piece);
            }
            _ => lines.push(piece.clone()),
        }
    }
    lines
}

/// An upper estimate of the width of a label.
fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LABEL * 0.58
}

fn text(svg: &mut Html, [x, y]: [f64; 2], anchor: &str, class: &str, words: &str) {
    let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
    svg.element("text", &[("class", class), ("x", &x), ("y", &y), ("text-anchor", anchor)], words);
}

fn rect(svg: &mut Html, class: &str, place: [f64; 4], title: &str) {
    let [x, y, width, height] = place.map(|number| format!("{number:.2}"));
    svg.open("rect", &[("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)]);
    svg.element("title", &[], title).close("rect");
}

/// The class of a band's color.
pub(super) fn band_class(kind: OutcomeKind, shade: usize) -> String {
    let kind = OutcomeKind::WORDS.into_iter().find(|(_, known)| *known == kind).map_or("special", |(word, _)| word);
    format!("odds-{kind}-{}", shade.min(SHADES - 1))
}

/// All parts below `top`, as wide as given, and the total height.
fn drawn(view: &OddsView, width: f64, top: f64) -> (Html, f64) {
    let mut svg = Html::new();
    let mut y = legend(&mut svg, view, width, top);
    let widest = view.cases.iter().map(|case| text_width(&case.label)).fold(0.0, f64::max);
    let left = if view.is_series() { EDGE + widest.min(width / 3.0) + 10.0 } else { EDGE };
    if view.is_series() {
        y += LABEL + 3.0;
        text(&mut svg, [EDGE, y], "start", "odds-soft", &view.varied);
        y += 8.0;
    }
    for case in &view.cases {
        if view.is_series() {
            text(&mut svg, [left - 8.0, y + BAR * 0.7], "end", "odds-label", &case.label);
        }
        bar(&mut svg, view, case, [left, y, width - EDGE - left]);
        y += ROW;
    }
    if let ([case], false) = (&view.cases[..], view.is_series()) {
        y = distribution(&mut svg, view, case, width, y + 12.0);
    }
    (svg, y + EDGE - (ROW - BAR))
}

/// The legend of the colors.
fn legend(svg: &mut Html, view: &OddsView, full: f64, top: f64) -> f64 {
    let (mut x, mut y) = (EDGE, top);
    for band in &view.bands {
        let width = 18.0 + text_width(&band.name) + 14.0;
        if x > EDGE && x + width > full - EDGE {
            x = EDGE;
            y += 20.0;
        }
        rect(svg, &band_class(band.kind, band.shade), [x, y, 13.0, 13.0], &band.name);
        text(svg, [x + 18.0, y + 11.0], "start", "odds-label", &band.name);
        x += width;
    }
    y + 26.0
}

/// One case as a bar of its bands.
fn bar(svg: &mut Html, view: &OddsView, case: &CaseView, [left, top, width]: [f64; 3]) {
    let mut x = left;
    for (band, chance) in view.bands.iter().zip(&case.bands).filter(|(_, chance)| chance.share > Share::default()) {
        let length = width * chance.share.of_one();
        let class = band_class(band.kind, band.shade);
        let gap = if length > 3.0 { 1.0 } else { 0.0 };
        rect(svg, &class, [x, top, length - gap, BAR], &format!("{}: {}", band.name, chance.text));
        if text_width(&chance.text) + 4.0 <= length {
            text(svg, [x + (length - gap) / 2.0, top + BAR * 0.7], "middle", &format!("{class}-ink"), &chance.text);
        }
        x += length;
    }
}

/// The distribution of the result, in the colors of the bands.
fn distribution(svg: &mut Html, view: &OddsView, case: &CaseView, width: f64, top: f64) -> f64 {
    let title = view.words.say("odds.average", &[("result", &view.result), ("mean", &case.mean)]);
    text(svg, [EDGE, top + LABEL], "start", "odds-label", &title);
    let top = top + LABEL + 16.0;
    let (left, right) = (EDGE + 44.0, width - EDGE);
    let most = case.totals.iter().map(|total| total.chance.share.of_one()).fold(0.0, f64::max);
    let step = grid_step(most);
    let scale = PLOT / most.max(f64::MIN_POSITIVE);
    let mut line = 0.0;
    while line <= most {
        let y = top + PLOT - line * scale;
        let path = format!("M{left:.1} {y:.1}H{right:.1}");
        svg.open("path", &[("class", "odds-grid"), ("d", &path)]).close("path");
        text(svg, [left - 6.0, y + 4.5], "end", "odds-soft", &view.words.percent(&digits(line * 100.0)));
        line += step;
    }
    let slot = (right - left) / case.totals.len().max(1) as f64;
    let gap = (slot * 0.14).min(5.0);
    let widest = case.totals.iter().map(|total| text_width(&total.value)).fold(0.0, f64::max);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let every = ((widest + 6.0) / slot).ceil().max(1.0) as usize;
    let last = case.totals.len().saturating_sub(1);
    for (place, total) in case.totals.iter().enumerate() {
        let x = left + slot * place as f64;
        let mut y = top + PLOT;
        for (band, share) in view.bands.iter().zip(&total.in_bands).filter(|(_, share)| **share > Share::default()) {
            let height = share.of_one() * scale;
            y -= height;
            let title = format!("{}: {} ({})", total.value, total.chance.text, band.name);
            rect(svg, &band_class(band.kind, band.shade), [x + gap / 2.0, y, slot - gap, height], &title);
        }
        let is_marked = place % every == 0 && (place == last || place + every <= last || last.is_multiple_of(every));
        if is_marked || place == last {
            let (anchor, x) = if place == last && every > 1 { ("end", x + slot) } else { ("middle", x + slot / 2.0) };
            text(svg, [x, top + PLOT + LABEL + 4.0], anchor, "odds-label", &total.value);
        }
    }
    top + PLOT + LABEL + 8.0 + (ROW - BAR)
}

/// The distance between lines of the grid: 1, 2 or 5 times a power of ten, four lines or so.
fn grid_step(most: f64) -> f64 {
    let rough = (most / 4.0).max(1e-6);
    let power = 10_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

/// A number without trailing zeros.
fn digits(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
