//! Colors: from the few that a system names to all that a page needs, in light and dark.
//!
//! **In** the palette of a [`Look`] and the colors of cards and sheets. **Out** the text of a
//! stylesheet. Every color that carries text is moved in lightness, with hue and chroma kept (OKLCH),
//! until it reaches its contrast, so that no palette makes an unreadable page. Sources: OKLCH as in
//! Ottosson, "A perceptual color space for image processing" (2020); contrast as in WCAG 2.2, 1.4.3.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use makeready_faces::book::{Book, Look};
use palette::color_difference::Wcag21RelativeContrast as _;
use palette::convert::FromColorUnclamped as _;
use palette::{Clamp as _, IntoColor as _, LinSrgb, Oklch, Srgb};

/// WCAG 2.2, 1.4.3 (level AA) requires 4.5 for running text; the rest is room for rounding and for tinted grounds.
const TEXT_CONTRAST: f64 = 4.9;

/// A color in linear light, each channel 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(LinSrgb<f64>);

impl Color {
    const WHITE: Self = Self(LinSrgb::new(1.0, 1.0, 1.0));

    /// Reads `#rrggbb`.
    pub fn from_hex(hex: &str) -> Option<Self> {
        let digits = hex.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        Some(Self(digits.parse::<Srgb<u8>>().ok()?.into_format::<f64>().into_linear()))
    }

    /// Writes `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:x}", Srgb::<f64>::from_linear(self.0).into_format::<u8>())
    }

    fn luminance(self) -> f64 {
        self.0.relative_luminance().luma
    }

    /// WCAG contrast ratio, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        self.0.relative_contrast(other.0)
    }

    fn to_lch(self) -> Oklch<f64> {
        self.0.into_color()
    }

    /// The color with this lightness, chroma and hue; chroma is lowered until the screen can show it.
    fn from_lch(mut lch: Oklch<f64>) -> Self {
        loop {
            let color = LinSrgb::from_color_unclamped(lch);
            let is_shown = [color.red, color.green, color.blue].iter().all(|c| (-0.002..=1.002).contains(c));
            if is_shown || lch.chroma < 0.002 {
                return Self(color.clamp());
            }
            lch.chroma *= 0.94;
        }
    }

    fn with(self, lightness: f64, chroma_factor: f64) -> Self {
        let lch = self.to_lch();
        Self::from_lch(Oklch { l: lightness, chroma: lch.chroma * chroma_factor, ..lch })
    }

    /// Between this color and another, `share` of the other, even to the eye.
    fn mix(self, other: Self, share: f64) -> Self {
        let blend = |a: f64, b: f64| (a.cbrt() * (1.0 - share) + b.cbrt() * share).powi(3);
        let (here, there) = (self.0, other.0);
        Self(LinSrgb::new(blend(here.red, there.red), blend(here.green, there.green), blend(here.blue, there.blue)))
    }

    /// The nearest color of the same hue that reaches `ratio` on every ground given.
    fn readable_on(self, grounds: &[Self], ratio: f64) -> Self {
        let lch = self.to_lch();
        let is_dark_ground = grounds.iter().all(|ground| ground.luminance() < 0.18);
        let reaches = |color: Self| grounds.iter().all(|ground| rounded(color).contrast(*ground) >= ratio);
        let mut step = 0.0;
        let mut candidate = self;
        while !reaches(candidate) && step < 1.0 {
            step += 0.01;
            let moved = if is_dark_ground { lch.l + step } else { lch.l - step };
            candidate = Self::from_lch(Oklch { l: moved.clamp(0.0, 1.0), ..lch });
        }
        candidate
    }
}

fn rounded(color: Color) -> Color {
    Color::from_hex(&color.hex()).unwrap_or(color)
}

/// The grounds and inks of one theme.
struct Theme {
    paper: Color,
    ground: Color,
    raised: Color,
    ink: Color,
    soft: Color,
    line: Color,
    accent: Color,
    link: Color,
    mark: Color,
    card_paper: Color,
    card_ground: Color,
    cover: Color,
    cover_ink: Color,
    cover_soft: Color,
    cover_accent: Color,
}

/// The colors that a look names, and defaults for those that it does not.
struct Named {
    ink: Color,
    paper: Color,
    accent: Color,
    ground: Color,
    /// Of the backs of cards, and of covers.
    back: Option<Color>,
}

impl Named {
    fn new(look: &Look) -> Self {
        let named = |name: &str, fallback: &str| {
            let given = look.palette.get(name).and_then(|hex| Color::from_hex(hex));
            given.or_else(|| Color::from_hex(fallback)).unwrap_or(Color::WHITE)
        };
        Self {
            ink: named("ink", "#1f1c1a"),
            paper: named("paper", "#fbf8f2"),
            accent: named("accent", "#8a6420"),
            ground: named("ground", "#efe8da"),
            back: look.palette.get("back").and_then(|hex| Color::from_hex(hex)),
        }
    }

    /// A book's cover is dark in both themes, in the hue of its cards' backs where those are dark as well.
    fn cover(&self, lightness: f64) -> (Color, Color, Color, Color) {
        let back = self.back.filter(|back| back.luminance() < 0.18).unwrap_or(self.ink).to_lch();
        let cover = Color::from_lch(Oklch { l: lightness, chroma: back.chroma.max(0.012), ..back });
        // The facets on it are up to this much lighter.
        let grounds = [cover, cover.mix(Color::WHITE, 0.12)];
        let soft = self.ground.with(0.8, 1.0).readable_on(&grounds, TEXT_CONTRAST);
        // A dark accent is lightened; a bright one is kept.
        let lightness = self.accent.to_lch().l.max(0.72);
        let accent = self.accent.with(lightness, 0.95).readable_on(&grounds, TEXT_CONTRAST);
        (cover, self.paper, soft, accent)
    }

    fn light(&self) -> Theme {
        let grounds = [self.paper, self.ground];
        let (cover, cover_ink, cover_soft, cover_accent) = self.cover(0.23);
        Theme {
            cover,
            cover_ink,
            cover_soft,
            cover_accent,
            paper: self.paper,
            ground: self.ground,
            raised: self.paper.mix(Color::WHITE, 0.6),
            ink: self.ink.readable_on(&grounds, 9.0),
            soft: self.ink.mix(self.paper, 0.36).readable_on(&grounds, TEXT_CONTRAST),
            line: self.ink.mix(self.paper, 0.8),
            accent: self.accent,
            link: self.accent.readable_on(&grounds, TEXT_CONTRAST + 0.3),
            mark: self.accent.mix(self.paper, 0.68),
            card_paper: self.paper,
            card_ground: self.ground,
        }
    }

    fn dark(&self) -> Theme {
        // The hue of the paper stays, so that the dark theme is warm for parchment and cool for steel.
        let ground = self.ground.to_lch();
        let shade = |lightness: f64| {
            Color::from_lch(Oklch { l: lightness, chroma: ground.chroma.clamp(0.006, 0.016), ..ground })
        };
        let grounds = [shade(0.195), shade(0.235), shade(0.265)];
        let (cover, cover_ink, cover_soft, cover_accent) = self.cover(0.26);
        Theme {
            cover,
            cover_ink,
            cover_soft,
            cover_accent,
            paper: grounds[0],
            ground: grounds[1],
            raised: grounds[2],
            ink: self.paper.with(0.915, 1.2),
            soft: shade(0.76).readable_on(&grounds, TEXT_CONTRAST + 0.4),
            line: shade(0.36),
            accent: self.accent.readable_on(&grounds, 3.4),
            link: self.accent.with(0.8, 0.9).readable_on(&grounds, 6.5),
            mark: self.accent.with(0.42, 0.8),
            // Cards keep their paper color in the dark theme, slightly dimmed.
            card_paper: self.ground.with(0.905, 0.9),
            card_ground: self.ground.with(0.865, 1.0),
        }
    }
}

impl Theme {
    /// Those of a cover, of which the front page shows one of each book.
    fn of_cover(&self) -> [(&'static str, Color); 5] {
        [
            ("accent", self.accent),
            ("cover", self.cover),
            ("cover-ink", self.cover_ink),
            ("cover-soft", self.cover_soft),
            ("cover-accent", self.cover_accent),
        ]
    }

    fn write(&self, css: &mut String, colors: &BTreeSet<String>, scope: &str) {
        let variables = [
            ("paper", self.paper),
            ("ground", self.ground),
            ("raised", self.raised),
            ("ink", self.ink),
            ("soft", self.soft),
            ("line", self.line),
            ("link", self.link),
            ("mark", self.mark),
            ("card-paper", self.card_paper),
        ];
        let _ = write!(css, "{scope}{{");
        write_variables(css, &variables);
        write_variables(css, &self.of_cover());
        for (class, color, ink) in self.odds() {
            let _ = write!(css, "--{class}:{};--{class}-ink:{};", color.hex(), ink.hex());
        }
        css.push_str("}\n");
        for hex in colors {
            let Some(color) = Color::from_hex(hex) else { continue };
            let text = color.readable_on(&[self.paper, self.ground, self.raised], TEXT_CONTRAST);
            let _ = writeln!(css, "{scope} .{}{{--c-text:{};}}", class_of(hex), text.hex());
        }
    }
}

fn write_variables(css: &mut String, variables: &[(&str, Color)]) {
    for (name, color) in variables {
        let _ = write!(css, "--{name}:{};", color.hex());
    }
}

/// How many shades each kind of band has.
const ODDS_SHADES: usize = 4;

/// A number for each shade.
type Shares = [f64; ODDS_SHADES];

impl Theme {
    /// The colors of bands in charts of odds, each with one for figures on it: good outcomes in the accent of the system,
    /// stronger the better they are, bad ones in light shades of its ink, stronger the worse they are, and special ones in darker
    /// shades. The first shade is that of the one nearest to the other kind.
    fn odds(&self) -> Vec<(String, Color, Color)> {
        // Links of dark pages are nearly as light as their ink: between the two there is no room for more shades.
        const ROOM: f64 = 6.5;
        let critical = if self.link.contrast(self.paper) > ROOM { self.link.mix(self.paper, 0.3) } else { self.link };
        // Each kind: its color, what that is mixed with, how much of it, and the least contrast with the page. Where an accent is pale,
        // its shades would all be the same; bad results are faint, and yet seen.
        let kinds: [(&'static str, [Color; 2], Shares, Shares); 4] = [
            ("critical", [critical, self.ink], [0.0, 0.34, 0.6, 0.82], [3.4; ODDS_SHADES]),
            ("success", [self.accent, self.paper], [0.52, 0.33, 0.16, 0.0], [2.2, 2.9, 3.6, 4.3]),
            ("failure", [self.ink, self.paper], [0.84, 0.68, 0.54, 0.42], [1.5, 1.95, 2.45, 3.0]),
            // Two of these may stand beside one another, and beside a success: as far apart as there is room.
            ("special", [self.ink, self.paper], [0.42, 0.12, 0.27, 0.55], [1.0; ODDS_SHADES]),
        ];
        // What is good is darker than what is bad, and what is better darker still, or lighter where pages are dark: so the bands
        // are told apart in gray as well.
        let apart = |color: Color, least: f64| {
            let mut color = color;
            while color.contrast(self.paper) < least {
                color = color.mix(self.ink, 0.02);
            }
            color
        };
        let shades = kinds.into_iter().flat_map(|(kind, [color, other], shares, least)| {
            let mixed = shares.into_iter().zip(least).enumerate();
            mixed.map(move |(shade, (share, least))| (kind, shade, apart(color.mix(other, share), least)))
        });
        let with_ink = |(kind, shade, color): (&'static str, usize, Color)| {
            let ink = if color.contrast(self.ink) >= color.contrast(self.paper) { self.ink } else { self.paper };
            (format!("odds-{kind}-{shade}"), color, ink.readable_on(&[color], TEXT_CONTRAST))
        };
        shades.map(with_ink).collect()
    }
}

/// The CSS rules for a standalone chart of odds, on paper.
pub fn odds_colors(look: &Look) -> String {
    let theme = Named::new(look).light();
    let mut css = String::from("text{font:13px 'Alegreya Sans','Segoe UI',system-ui,sans-serif}");
    css.push_str(".odds-title{font-weight:700;font-size:17px}.odds-grid{fill:none;stroke-width:1}");
    for (class, color) in [("paper", theme.paper), ("label", theme.ink), ("title", theme.ink), ("soft", theme.soft)] {
        let _ = write!(css, ".odds-{class}{{fill:{}}}", color.hex());
    }
    let _ = write!(css, ".odds-grid{{stroke:{}}}", theme.line.hex());
    for (class, color, ink) in theme.odds() {
        let _ = write!(css, ".{class}{{fill:{}}}.{class}-ink{{fill:{}}}", color.hex(), ink.hex());
    }
    css
}

/// The class of a color, since style attributes are forbidden on our pages.
pub fn class_of(hex: &str) -> String {
    match Color::from_hex(hex) {
        Some(color) => format!("c-{}", &color.hex()[1..]),
        None => "c-plain".to_string(),
    }
}

/// Stands where the palette of a look lacks a color.
const UNNAMED: &str = "#000000";

/// The style sheet of a book: its variables for both themes, and one class for each color of its palette, which are all that
/// cards and sheets have.
pub fn stylesheet(book: &Book) -> String {
    let colors = &book.look.palette.values().map(String::as_str).chain([UNNAMED]).map(str::to_owned).collect();
    let named = Named::new(&book.look);
    let mut css = String::new();
    let at = selector(book);
    write_themes(
        &mut css,
        &named,
        |state| format!(":root{at}{state}"),
        |theme, css, scope| theme.write(css, colors, scope),
    );
    let (light, dark) = (named.light(), named.dark());
    for hex in colors {
        let Some(color) = Color::from_hex(hex) else { continue };
        let grounds = [light.card_ground, dark.card_ground, light.card_paper];
        let on_card = color.readable_on(&grounds, TEXT_CONTRAST);
        let solid = color.readable_on(&[Color::WHITE], TEXT_CONTRAST);
        let class = class_of(hex);
        let _ = writeln!(css, ".{class}{{--c:{};--c-solid:{};--c-card:{};}}", color.hex(), solid.hex(), on_card.hex());
    }
    css
}

/// What names a book in its style sheets.
pub fn selector(book: &Book) -> String {
    format!("[data-book=\"{}\"]", super::address::segment(&book.id))
}

/// The colors of a book's cover on the front page, and of the bands on it.
pub fn shelf_stylesheet(book: &Book) -> String {
    let mut css = String::new();
    let at = selector(book);
    let scope = |state: &str| format!(":root{state} {at}");
    write_themes(&mut css, &Named::new(&book.look), scope, |theme, css, scope| {
        let _ = write!(css, "{scope}{{");
        write_variables(css, &theme.of_cover());
        css.push_str("}\n");
    });
    let colors: BTreeSet<String> =
        book.look.palette.values().filter_map(|hex| Color::from_hex(hex)).map(Color::hex).collect();
    for hex in colors {
        let _ = write!(css, ".{}{{--c:{hex};}}", class_of(&hex));
    }
    css + "\n"
}

/// The variables of pages that belong to no book.
pub fn neutral_stylesheet() -> String {
    let mut css = String::new();
    let colors = BTreeSet::new();
    let scope = |state: &str| format!(":root{state}");
    write_themes(&mut css, &Named::new(&Look::default()), scope, |theme, css, scope| theme.write(css, &colors, scope));
    css
}

/// Light, dark by the system's preference, dark by the reader's, and light again for print: what is written for a theme, under the
/// selector of a state of the root.
fn write_themes(
    css: &mut String,
    named: &Named,
    scope: impl Fn(&str) -> String,
    write: impl Fn(&Theme, &mut String, &str),
) {
    let (light, dark) = (named.light(), named.dark());
    write(&light, css, &scope(""));
    css.push_str("@media (prefers-color-scheme: dark){\n");
    write(&dark, css, &scope(":not([data-theme=\"light\"])"));
    css.push_str("}\n");
    write(&dark, css, &scope("[data-theme=\"dark\"]"));
    // Print is always light, whatever the screen was set to; the doubled selector has the highest specificity.
    css.push_str("@media print{\n");
    write(&light, css, &scope(":root:root"));
    css.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_survive_the_way_to_oklch_and_back() {
        for hex in ["#000000", "#ffffff", "#9d4525", "#17547d", "#b8892b", "#00ff00"] {
            let color = Color::from_hex(hex).expect("a color");
            assert_eq!(Color::from_lch(color.to_lch()).hex(), hex);
        }
    }

    #[test]
    fn black_on_white_is_twenty_one_to_one() {
        let black = Color::from_hex("#000000").expect("a color");
        assert!((black.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn any_color_becomes_readable_on_light_and_on_dark() {
        let light = [Color::from_hex("#fbf8f2").expect("a color"), Color::from_hex("#efe8da").expect("a color")];
        let dark = [Color::from_hex("#1d1a16").expect("a color"), Color::from_hex("#2a2621").expect("a color")];
        for hex in ["#ffff00", "#0000ff", "#808080", "#ffffff", "#000000", "#b8892b"] {
            let color = Color::from_hex(hex).expect("a color");
            for grounds in [light, dark] {
                let readable = rounded(color.readable_on(&grounds, 4.9));
                assert!(grounds.iter().all(|ground| readable.contrast(*ground) >= 4.85), "{hex}");
            }
        }
    }

    #[test]
    fn what_is_better_stands_out_more() {
        for accent in ["#8a6420", "#d13a00", "#c9922e", "#0f766e", "#c2803a"] {
            let palette = [("accent".to_owned(), accent.to_owned())].into();
            let named = Named::new(&Look { palette, ..Look::default() });
            for theme in [named.light(), named.dark()] {
                let odds = theme.odds();
                for kind in ["success", "critical"] {
                    let of_kind = odds.iter().filter(|(class, ..)| class.contains(kind));
                    let seen: Vec<f64> = of_kind.map(|(_, color, _)| color.contrast(theme.paper)).collect();
                    assert!(seen.windows(2).all(|two| two[0] * 1.08 < two[1]), "{accent}, {kind}: {seen:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_a_color_gets_the_plain_class() {
        assert_eq!(class_of("#9D4525"), "c-9d4525");
        assert_eq!(class_of("red;}"), "c-plain");
        assert_eq!(class_of("#é1234"), "c-plain");
    }
}
