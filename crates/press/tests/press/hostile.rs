//! Cards that nobody would write: everything on them stays inside the safe zone, and nothing of it is lost.

use std::error::Error;
use std::sync::Arc;

use crate::fixture::{card, look};
use makeready_faces::art::{Art, ArtCredit, GamePicture, GamePictures, PictureKind, Ratio, Shown};
use makeready_faces::book::{HeadStyle, Look};
use makeready_faces::card::{CardFace, Outcome, OutcomeKind};
use makeready_faces::text::{Paragraph, Run, Style};
use makeready_press::cards::{FaceSpec, lay_out_faces};
use makeready_press::{CardPrint, CardSize, Fits, Paper};
use typst::layout::{Frame, FrameItem, Point, Transform};

type TestResult = Result<(), Box<dyn Error>>;

/// Every word has one, and nothing else on a card.
const MARK: char = 'Ω';

/// A picture of this ratio, in percent.
fn picture(name: &str, width: u32, height: u32) -> GamePicture {
    let drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><path fill=\"#775533\" d=\"M0 0h9v9H0z\"/></svg>"
    );
    GamePicture {
        name: name.to_owned(),
        kind: PictureKind::Svg,
        ratio: Ratio { width, height },
        shown: [Shown::Card].into(),
        credit: ArtCredit::default(),
        data: Arc::from(drawing.into_bytes()),
    }
}

/// Text of about so many characters.
fn body(n: usize, characters: usize) -> Paragraph {
    let words = ["Ωmega", "ΤρίαΩ", "ЩитΩ", "aΩ", "Ω"];
    let long = format!("Ω{}", "abcdefghij".repeat(8));
    let styles = [Style::Plain, Style::Strong, Style::Emphasis, Style::StrongEmphasis, Style::Plain];
    let mut paragraph = Paragraph::new();
    let mut length = 0;
    for at in n.. {
        if length >= characters {
            break;
        }
        let word = if characters > 100 && at % 17 == 0 { long.as_str() } else { words[at % words.len()] };
        paragraph.push(Run { style: styles[(at / 3) % styles.len()], ..Run::plain(format!("{word} ")) });
        if at % 11 == 0 {
            paragraph.push(Run { style: Style::Icon, ..Run::plain("broadsword") });
        }
        length += word.chars().count() + 1;
    }
    paragraph
}

fn marks(text: &str) -> usize {
    text.chars().filter(|character| *character == MARK).count()
}

fn hostile(n: usize) -> CardFace {
    let length = [1, 40, 200, 500, 900, 1_500][n % 6];
    let names = ["Ax", "Parry & Riposte of the Three Wardens", "Supercalifragilisticexpialidocious", "Щит"];
    let art = |path: &str, ratio| Art { path: format!("/art/{path}"), ratio, focus: (90, 10), alt: String::new() };
    let outcome = Outcome { kind: OutcomeKind::Critical, label: "Critical".to_owned(), text: body(n, length / 3) };
    CardFace {
        id: format!("hostile-{n}"),
        name: names[n % names.len()].to_owned(),
        body: vec![body(n, length)],
        outcomes: vec![outcome],
        art: match n % 3 {
            0 => None,
            1 => Some(art("wide.svg", Ratio { width: 900, height: 100 })),
            _ => Some(art("tall.svg", Ratio { width: 100, height: 900 })),
        },
        ..card(n)
    }
}

/// Every text of a frame: where it begins and ends on the page, and its characters.
fn texts(frame: &Frame, to_page: Transform, found: &mut Vec<(Point, Point, String)>) {
    for (position, item) in frame.items() {
        let here = to_page.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => texts(&group.frame, here.pre_concat(group.transform), found),
            FrameItem::Text(text) => {
                let ends = [Point::zero(), Point::with_x(text.width())].map(|end| end.transform(here));
                found.push((ends[0], ends[1], text.text.to_string()));
            }
            FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}

#[test]
fn sixty_hostile_cards_stay_inside_the_safe_zone_and_lose_nothing() -> TestResult {
    let pictures = [("art/wide.svg", picture("wide.svg", 900, 100)), ("art/tall.svg", picture("tall.svg", 100, 900))];
    let pictures = Arc::new(GamePictures(pictures.map(|(path, picture)| (path.to_owned(), picture)).into()));
    let heads = [HeadStyle::Banner, HeadStyle::Cartouche, HeadStyle::Slab, HeadStyle::Block, HeadStyle::Plain];
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let spec =
        FaceSpec { trim: print.size.trim, bleed: print.bleed, safe: print.safe, style: print.style, has_backs: false };
    let (safe, trim) = (print.safe.to_pt().0, print.size.trim);
    let (right, bottom) = (trim.width.to_pt().0 - safe, trim.height.to_pt().0 - safe);
    for n in 0..60 {
        let look = Look { card_head: heads[n % heads.len()], pictures: Arc::clone(&pictures), ..look() };
        let face = hostile(n);
        let plain = |paragraph: &Paragraph| paragraph.iter().map(|run| marks(&run.text)).sum::<usize>();
        let wanted: usize = face.body.iter().map(plain).sum::<usize>() + plain(&face.outcomes[0].text);
        let faces = lay_out_faces(&[face], &look, &spec, &mut Fits::default())?;
        let mut found = Vec::new();
        for page in faces.document.pages() {
            texts(&page.frame, Transform::identity(), &mut found);
        }
        for (from, to, text) in &found {
            // A space at which a line breaks ends outside.
            let is_within = from.x.to_pt() > safe - 0.1
                && (to.x.to_pt() < right + 0.1 || text.ends_with(' '))
                && from.y.to_pt() > safe
                && to.y.to_pt() < bottom + 0.1;
            assert!(is_within, "card {n}: `{text}` stands at {from:?} to {to:?}");
        }
        assert_eq!(found.iter().map(|(_, _, text)| marks(text)).sum::<usize>(), wanted, "card {n}");
    }
    Ok(())
}
