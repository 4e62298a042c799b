//! Drawings that many faces show: written once, and in every place that was kept for them.

use std::error::Error;

use lopdf::{Document, Object, Stream};

use crate::fixture::{deck, look};
use makeready_press::{CardPrint, CardSize, Paper, print_cards};

fn streams(cards: usize) -> Result<Vec<Stream>, Box<dyn Error>> {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let pdf = Document::load_mem(&print_cards(&deck(cards), &look(), &print)?.pdf)?;
    Ok(pdf
        .objects
        .into_values()
        .filter_map(|object| match object {
            Object::Stream(stream) => Some(stream),
            _ => None,
        })
        .collect())
}

fn is(stream: &Stream, subtype: &[u8]) -> bool {
    stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == subtype)
}

/// Forms that are drawn as pictures are, within the unit square.
fn drawings(streams: &[Stream]) -> usize {
    streams.iter().filter(|stream| is(stream, b"Form") && stream.dict.has(b"Matrix")).count()
}

#[test]
fn a_drawing_is_written_once_for_all_faces() -> Result<(), Box<dyn Error>> {
    let (few, many) = (streams(3)?, streams(60)?);
    // The faces differ in their words, not in what is drawn.
    assert!(drawings(&few) >= 2, "{} drawings: an icon and a pattern at least", drawings(&few));
    assert_eq!(drawings(&few), drawings(&many));
    let forms = |streams: &[Stream]| streams.iter().filter(|stream| is(stream, b"Form")).count();
    assert!(forms(&many) >= forms(&few) + 57, "and yet there are more faces");
    for streams in [few, many] {
        assert!(!streams.iter().any(|stream| is(stream, b"Image")), "a place that was kept, and nothing put in it");
    }
    Ok(())
}
