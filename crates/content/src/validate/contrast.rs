//! Whether what is set in the colors of a palette can be read.
//!
//! Pages of the site move every color until it can be; paper shows them as they are.

use std::collections::BTreeSet;

use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast as _;

use super::Validator;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::load::Entries;
use crate::source::Located;

/// WCAG 2.2, 1.4.3 (level AA): text of the sizes that cards and sheets have.
const TEXT_CONTRAST: f64 = 4.5;

impl Validator {
    /// Warns of colors in which text could not be read.
    pub(super) fn contrasts(&mut self, e: &Entries) {
        let groups = e.groups.iter().chain(&e.skill_groups).map(|group| &group.color);
        let used = groups.chain(e.resources.iter().map(|r| &r.color)).chain(e.families.iter().map(|f| &f.color));
        let used: BTreeSet<&str> = used.map(|color| color.value.as_str()).collect();
        for (name, color) in &e.look.palette {
            let grounds: &[&str] = match name.value.as_str() {
                "ink" => &["paper", "ground"],
                used_on_paper if used.contains(used_on_paper) && used_on_paper != "paper" => &["paper"],
                _ => &[],
            };
            for ground in grounds {
                let on = e.look.palette.iter().find(|(known, _)| known.value == *ground);
                if let Some((_, on)) = on {
                    self.contrast(name, color, ground, on);
                }
            }
        }
    }

    fn contrast(&mut self, name: &Located<String>, color: &Located<String>, ground: &str, on: &Located<String>) {
        let (Some(own), Some(under)) = (read(&color.value), read(&on.value)) else { return };
        let ratio = contrast(own, under);
        if ratio >= TEXT_CONTRAST {
            return;
        }
        let message = format!(
            "text in `{}` is too pale on `{ground}`: the contrast is {ratio:.1} to 1, and the minimum is \
             {TEXT_CONTRAST}",
            name.value
        );
        let help = match readable(own, under) {
            Some(better) => format!("use `#{better:x}`, or another `{ground}`"),
            None => format!("no color can be read on this `{ground}`: make it lighter, or darker"),
        };
        let fault =
            Diagnostic::warning(Code::PaleColor, color.at, message).related(on.at, format!("`{ground}` is here"));
        self.push(fault.help(help));
    }
}

/// `#rrggbb`; what is written in another way has been reported.
fn read(color: &str) -> Option<Srgb<u8>> {
    color.strip_prefix('#').filter(|digits| digits.len() == 6)?.parse().ok()
}

fn contrast(a: Srgb<u8>, b: Srgb<u8>) -> f64 {
    let linear = |color: Srgb<u8>| color.into_format::<f64>().into_linear();
    linear(a).relative_contrast(linear(b))
}

/// The nearest of darker shades of a color, or else of lighter ones, in which text can be read.
fn readable(color: Srgb<u8>, ground: Srgb<u8>) -> Option<Srgb<u8>> {
    let moved = |share: u16, towards: u16| {
        let channel = |c: u8| u8::try_from((u16::from(c) * (100 - share) + towards * share) / 100).unwrap_or(u8::MAX);
        Srgb::new(channel(color.red), channel(color.green), channel(color.blue))
    };
    let shades = [0, u16::from(u8::MAX)].into_iter().flat_map(|towards| (1..=100).map(move |share| (share, towards)));
    shades.map(|(share, towards)| moved(share, towards)).find(|shade| contrast(*shade, ground) >= TEXT_CONTRAST)
}
