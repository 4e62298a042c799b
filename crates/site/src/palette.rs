//! Colours: from the few that a system names to all that a page needs, in light and dark.
//!
//! **In** the palette of a [`Look`] and the colours of cards and sheets. **Out** the text of a
//! stylesheet. Every colour that carries text is moved in lightness, with hue and chroma kept (OKLCH),
//! until it reaches the contrast asked of it, so that no palette makes an unreadable page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use deckle_faces::book::{Book, Look};

/// WCAG AA asks 4.5 for running text; the rest is room for rounding and for tinted grounds.
const TEXT_CONTRAST: f64 = 4.9;

/// A colour in linear light, each channel 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    red: f64,
    green: f64,
    blue: f64,
}

impl Colour {
    const WHITE: Self = Self { red: 1.0, green: 1.0, blue: 1.0 };

    /// Reads `#rrggbb`.
    pub fn from_hex(hex: &str) -> Option<Self> {
        let digits = hex.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok().map(to_linear);
        Some(Self { red: channel(0)?, green: channel(2)?, blue: channel(4)? })
    }

    /// Writes `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", to_byte(self.red), to_byte(self.green), to_byte(self.blue))
    }

    fn luminance(self) -> f64 {
        0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue
    }

    /// WCAG contrast ratio, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Lightness, chroma and hue (OKLCH, hue in radians).
    fn to_lch(self) -> (f64, f64, f64) {
        let l = (0.412_221_470_8 * self.red + 0.536_332_536_3 * self.green + 0.051_445_992_9 * self.blue).cbrt();
        let m = (0.211_903_498_2 * self.red + 0.680_699_545_1 * self.green + 0.107_396_956_6 * self.blue).cbrt();
        let s = (0.088_302_461_9 * self.red + 0.281_718_837_6 * self.green + 0.629_978_700_5 * self.blue).cbrt();
        let lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s;
        let a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
        let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
        (lightness, a.hypot(b), b.atan2(a))
    }

    /// The colour with this lightness, chroma and hue; chroma is lowered until the screen can show it.
    fn from_lch(lightness: f64, chroma: f64, hue: f64) -> Self {
        let mut chroma = chroma;
        loop {
            let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
            let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
            let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
            let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
            let red = 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s;
            let green = -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s;
            let blue = -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s;
            let is_shown = [red, green, blue].iter().all(|c| (-0.002..=1.002).contains(c));
            if is_shown || chroma < 0.002 {
                let clip = |channel: f64| channel.clamp(0.0, 1.0);
                return Self { red: clip(red), green: clip(green), blue: clip(blue) };
            }
            chroma *= 0.94;
        }
    }

    fn with(self, lightness: f64, chroma_factor: f64) -> Self {
        let (_, chroma, hue) = self.to_lch();
        Self::from_lch(lightness, chroma * chroma_factor, hue)
    }

    /// Between this colour and another, `share` of the other, even to the eye.
    fn mix(self, other: Self, share: f64) -> Self {
        let blend = |a: f64, b: f64| (a.cbrt() * (1.0 - share) + b.cbrt() * share).powi(3);
        Self {
            red: blend(self.red, other.red),
            green: blend(self.green, other.green),
            blue: blend(self.blue, other.blue),
        }
    }

    /// The nearest colour of the same hue that reaches `ratio` on every ground given.
    fn readable_on(self, grounds: &[Self], ratio: f64) -> Self {
        let (lightness, chroma, hue) = self.to_lch();
        let is_dark_ground = grounds.iter().all(|ground| ground.luminance() < 0.18);
        let reaches = |colour: Self| grounds.iter().all(|ground| rounded(colour).contrast(*ground) >= ratio);
        let mut step = 0.0;
        let mut candidate = self;
        while !reaches(candidate) && step < 1.0 {
            step += 0.01;
            let moved = if is_dark_ground { lightness + step } else { lightness - step };
            candidate = Self::from_lch(moved.clamp(0.0, 1.0), chroma, hue);
        }
        candidate
    }
}

fn rounded(colour: Colour) -> Colour {
    Colour::from_hex(&colour.hex()).unwrap_or(colour)
}

fn to_linear(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn to_byte(linear: f64) -> u8 {
    let value = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

/// The grounds and inks of one theme.
struct Theme {
    paper: Colour,
    ground: Colour,
    raised: Colour,
    ink: Colour,
    soft: Colour,
    line: Colour,
    accent: Colour,
    link: Colour,
    mark: Colour,
    card_paper: Colour,
    card_ground: Colour,
    cover: Colour,
    cover_ink: Colour,
    cover_soft: Colour,
    cover_accent: Colour,
}

/// The colours a look names, with the plain ones where it is silent.
struct Named {
    ink: Colour,
    paper: Colour,
    accent: Colour,
    ground: Colour,
    /// Of the backs of cards, and of covers.
    back: Option<Colour>,
}

impl Named {
    fn new(look: &Look) -> Self {
        let named = |name: &str, fallback: &str| {
            let given = look.palette.get(name).and_then(|hex| Colour::from_hex(hex));
            given.or_else(|| Colour::from_hex(fallback)).unwrap_or(Colour::WHITE)
        };
        Self {
            ink: named("ink", "#1f1c1a"),
            paper: named("paper", "#fbf8f2"),
            accent: named("accent", "#8a6420"),
            ground: named("ground", "#efe8da"),
            back: look.palette.get("back").and_then(|hex| Colour::from_hex(hex)),
        }
    }

    /// A book's cover is dark in both themes, in the hue of its cards' backs where those are dark as well.
    fn cover(&self, lightness: f64) -> (Colour, Colour, Colour, Colour) {
        let (_, chroma, hue) = self.back.filter(|back| back.luminance() < 0.18).unwrap_or(self.ink).to_lch();
        let cover = Colour::from_lch(lightness, chroma.max(0.012), hue);
        // The facets on it are up to this much lighter.
        let grounds = [cover, cover.mix(Colour::WHITE, 0.12)];
        let soft = self.ground.with(0.8, 1.0).readable_on(&grounds, TEXT_CONTRAST);
        // A dark accent is lifted; a bright one keeps its character.
        let (lightness, ..) = self.accent.to_lch();
        let accent = self.accent.with(lightness.max(0.72), 0.95).readable_on(&grounds, TEXT_CONTRAST);
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
            raised: self.paper.mix(Colour::WHITE, 0.6),
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
        // The hue of the paper stays, so that night on parchment is warm and on steel is cool.
        let (_, chroma, hue) = self.ground.to_lch();
        let shade = |lightness: f64| Colour::from_lch(lightness, chroma.clamp(0.006, 0.016), hue);
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
            // A lamp on paper, not a window: the cards stay paper, a little dimmed.
            card_paper: self.ground.with(0.905, 0.9),
            card_ground: self.ground.with(0.865, 1.0),
        }
    }
}

impl Theme {
    fn write(&self, css: &mut String, colours: &BTreeSet<String>, scope: &str) {
        let variables = [
            ("paper", self.paper),
            ("ground", self.ground),
            ("raised", self.raised),
            ("ink", self.ink),
            ("soft", self.soft),
            ("line", self.line),
            ("accent", self.accent),
            ("link", self.link),
            ("mark", self.mark),
            ("card-paper", self.card_paper),
            ("card-ground", self.card_ground),
            ("cover", self.cover),
            ("cover-ink", self.cover_ink),
            ("cover-soft", self.cover_soft),
            ("cover-accent", self.cover_accent),
        ];
        let _ = write!(css, "{scope}{{");
        for (name, colour) in variables {
            let _ = write!(css, "--{name}:{};", colour.hex());
        }
        for (class, colour, ink) in self.odds() {
            let _ = write!(css, "--{class}:{};--{class}-ink:{};", colour.hex(), ink.hex());
        }
        css.push_str("}\n");
        for hex in colours {
            let Some(colour) = Colour::from_hex(hex) else { continue };
            let text = colour.readable_on(&[self.paper, self.ground, self.raised], TEXT_CONTRAST);
            let _ = writeln!(css, "{scope} .{}{{--c-text:{};}}", class_of(hex), text.hex());
        }
    }
}

/// How many shades each kind of band has.
const ODDS_SHADES: usize = 4;

impl Theme {
    /// The colours of bands in charts of odds, each with one for figures on it: what goes well in the accent of the
    /// system, the more so the better, what does not in light shades of its ink, and what is special in dark ones.
    fn odds(&self) -> Vec<(String, Colour, Colour)> {
        let kinds: [(&str, Colour, [f64; ODDS_SHADES]); 4] = [
            ("critical", self.link, [0.0, 0.18, 0.34, 0.48]),
            ("success", self.accent, [0.3, 0.5, 0.12, 0.64]),
            ("failure", self.ink, [0.7, 0.82, 0.6, 0.76]),
            ("special", self.ink, [0.32, 0.45, 0.2, 0.52]),
        ];
        let shades = kinds.into_iter().flat_map(|(kind, colour, shares)| {
            shares.into_iter().enumerate().map(move |(shade, share)| (kind, shade, colour.mix(self.paper, share)))
        });
        let with_ink = |(kind, shade, colour): (&str, usize, Colour)| {
            let ink = if colour.contrast(self.ink) >= colour.contrast(self.paper) { self.ink } else { self.paper };
            (format!("odds-{kind}-{shade}"), colour, ink.readable_on(&[colour], TEXT_CONTRAST))
        };
        shades.map(with_ink).collect()
    }
}

/// The rules for a chart of odds that is a picture of its own, on paper.
pub fn odds_colours(look: &Look) -> String {
    let theme = Named::new(look).light();
    let mut css = String::from("text{font:13px 'Alegreya Sans','Segoe UI',system-ui,sans-serif}");
    css.push_str(".odds-title{font-weight:700;font-size:17px}.odds-grid{fill:none;stroke-width:1}");
    for (class, colour) in [("paper", theme.paper), ("label", theme.ink), ("title", theme.ink), ("soft", theme.soft)] {
        let _ = write!(css, ".odds-{class}{{fill:{}}}", colour.hex());
    }
    let _ = write!(css, ".odds-grid{{stroke:{}}}", theme.line.hex());
    for (class, colour, ink) in theme.odds() {
        let _ = write!(css, ".{class}{{fill:{}}}.{class}-ink{{fill:{}}}", colour.hex(), ink.hex());
    }
    css
}

/// The class that stands for a colour, since style attributes are forbidden on our pages.
pub fn class_of(hex: &str) -> String {
    match Colour::from_hex(hex) {
        Some(colour) => format!("c-{}", &colour.hex()[1..]),
        None => "c-plain".to_string(),
    }
}

/// The stylesheet of a book: its variables for both themes, and one class for each colour used.
pub fn stylesheet(book: &Book, colours: &BTreeSet<String>) -> String {
    let named = Named::new(&book.look);
    let book_id = super::address::segment(&book.id);
    let mut css = String::new();
    write_themes(&mut css, &named, &format!("[data-book=\"{book_id}\"]"), colours);
    let (light, dark) = (named.light(), named.dark());
    for hex in colours {
        let Some(colour) = Colour::from_hex(hex) else { continue };
        let grounds = [light.card_ground, dark.card_ground, light.card_paper];
        let on_card = colour.readable_on(&grounds, TEXT_CONTRAST);
        let solid = colour.readable_on(&[Colour::WHITE], TEXT_CONTRAST);
        let class = class_of(hex);
        let _ = writeln!(css, ".{class}{{--c:{};--c-solid:{};--c-card:{};}}", colour.hex(), solid.hex(), on_card.hex());
    }
    css
}

/// The variables of pages that belong to no book.
pub fn neutral_stylesheet() -> String {
    let mut css = String::new();
    write_themes(&mut css, &Named::new(&Look::default()), "", &BTreeSet::new());
    css
}

/// Light, dark by the system's wish, dark by the reader's, and light again for paper. A book's
/// colours hold on its own pages (on the root) and for its tile on the front page (below the root).
fn write_themes(css: &mut String, named: &Named, at: &str, colours: &BTreeSet<String>) {
    let on_root = |state: &str| format!(":root{at}{state}");
    let below = |state: &str| format!(":root{state} {at}");
    let both = |css: &mut String, theme: &Theme, state: &str| {
        theme.write(css, colours, &on_root(state));
        if !at.is_empty() {
            theme.write(css, colours, &below(state));
        }
    };
    let (light, dark) = (named.light(), named.dark());
    both(css, &light, "");
    css.push_str("@media (prefers-color-scheme: dark){\n");
    both(css, &dark, ":not([data-theme=\"light\"])");
    css.push_str("}\n");
    both(css, &dark, "[data-theme=\"dark\"]");
    // On paper it is always day, whatever the screen was set to; the doubled selector outweighs the rest.
    css.push_str("@media print{\n");
    both(css, &light, ":root:root");
    css.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_survive_the_way_to_oklch_and_back() {
        for hex in ["#000000", "#ffffff", "#9d4525", "#17547d", "#b8892b", "#00ff00"] {
            let colour = Colour::from_hex(hex).expect("a colour");
            let (lightness, chroma, hue) = colour.to_lch();
            assert_eq!(Colour::from_lch(lightness, chroma, hue).hex(), hex);
        }
    }

    #[test]
    fn black_on_white_is_twenty_one_to_one() {
        let black = Colour::from_hex("#000000").expect("a colour");
        assert!((black.contrast(Colour::WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn any_colour_becomes_readable_on_light_and_on_dark() {
        let light = [Colour::from_hex("#fbf8f2").expect("a colour"), Colour::from_hex("#efe8da").expect("a colour")];
        let dark = [Colour::from_hex("#1d1a16").expect("a colour"), Colour::from_hex("#2a2621").expect("a colour")];
        for hex in ["#ffff00", "#0000ff", "#808080", "#ffffff", "#000000", "#b8892b"] {
            let colour = Colour::from_hex(hex).expect("a colour");
            for grounds in [light, dark] {
                let readable = rounded(colour.readable_on(&grounds, 4.9));
                assert!(grounds.iter().all(|ground| readable.contrast(*ground) >= 4.85), "{hex}");
            }
        }
    }

    #[test]
    fn what_is_not_a_colour_gets_the_plain_class() {
        assert_eq!(class_of("#9D4525"), "c-9d4525");
        assert_eq!(class_of("red;}"), "c-plain");
        assert_eq!(class_of("#é1234"), "c-plain");
    }
}
