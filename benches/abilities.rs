//! How fast abilities are priced, and a character with a full shelf of them is computed: `cargo bench --bench abilities`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use makeready_content::load;
use makeready_content::source::{SourceFile, Sources};
use makeready_rules::bill::bill;
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::legality::violations;
use makeready_rules::rules::Rules;

/// As the program has it.
#[global_allocator]
static GLOBAL: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long each measurement takes.
const TIME: Duration = Duration::from_secs(3);

fn main() {
    let mut files = Vec::new();
    collect(Path::new("content"), "", &mut files);
    let game = load(&Sources::new(files), "tri-core", &[]).game.expect("the content is sound");
    let most = |who: &&Character| who.built.len();
    let who = game.characters.values().map(|who| &who.character).max_by_key(most).expect("there are characters");
    let priced = timed(|| {
        let evaluator = Evaluator::new(&game.rules, who);
        let bills = game.abilities.values().filter(|ability| bill(&evaluator, &ability.def).is_ok_and(|b| b.is_some()));
        bills.count()
    });
    let abilities = game.abilities.len();
    let each = priced.as_secs_f64() / f64::from(u32::try_from(abilities).expect("a small number"));
    println!("{abilities} abilities priced in {priced:.2?}: {:.0} in a second", 1.0 / each);
    let whole = timed(|| everything(&game.rules, who));
    println!("{} with {} abilities, every value, bill and rule of legality: {whole:.2?}", who.name, who.built.len());
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(folder).expect("the content folder can be read") {
        let entry = entry.expect("the listing can be read");
        let path = format!("{prefix}{}", entry.file_name().to_str().expect("file names are UTF-8"));
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), files);
        } else if [".yaml", ".md"].iter().any(|ending| path.ends_with(ending)) {
            let text = fs::read_to_string(entry.path()).expect("files are UTF-8");
            files.push(SourceFile { shown: format!("content/{path}"), path, text });
        }
    }
}

/// Every value of a character, and everything that is not legal, bills included.
fn everything(rules: &Rules, who: &Character) -> usize {
    let evaluator = Evaluator::new(rules, who);
    let names = rules.system().stats.keys().chain(rules.system().values.keys());
    let known = names.filter(|name| evaluator.computed(name).is_ok()).count();
    known + violations(&evaluator).map_or(0, |broken| broken.len())
}

/// The median time of a run.
fn timed<T>(mut run: impl FnMut() -> T) -> Duration {
    let (start, mut times) = (Instant::now(), Vec::new());
    while times.len() < 5 || start.elapsed() < TIME {
        let start = Instant::now();
        std::hint::black_box(run());
        times.push(start.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}
