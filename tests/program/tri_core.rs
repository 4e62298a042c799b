//! The program on Tri-Core as it is shipped.

use std::process::{Command, Output};

use makeready_faces::make::{FaceBuilder, sheet_data};
use makeready_testing::{TRI_CORE, root};
use serde_json::Value as Json;

fn of_project(args: &[&str]) -> Output {
    let run = Command::new(env!("CARGO_BIN_EXE_makeready")).args(args).current_dir(root()).output();
    run.expect("the program runs")
}

#[test]
fn the_program_writes_what_the_library_computes() {
    for (folder, people) in [("characters", &TRI_CORE.characters), ("npcs", &TRI_CORE.npcs)] {
        for (id, who) in people {
            let file = format!("content/tri-core/{folder}/{id}.yaml");
            let output = of_project(&["sheet", &file, "--format", "json"]);
            assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
            let told: Json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{file}: {error}"));
            let data =
                sheet_data(&FaceBuilder::new(&TRI_CORE, Some(who)), Vec::new()).expect("every value can be computed");
            let data = serde_json::to_value(&data).expect("a sheet is JSON");
            assert_eq!(told["values"], data["values"], "{id}");
        }
    }
}

/// The points spent on a charge are no part of the ability: the procedure of a charge enforces their limit.
#[test]
fn a_charge_beyond_its_limit_is_refused() {
    let charging = |spent: &str| {
        let output =
            of_project(&["resolve", "content/tri-core/characters/bruna.yaml", "charging", "dice_a_step=2", spent]);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (most, beyond, limit) in [
        ("charged_cycles=3", "charged_cycles=4", "from 0 to 3"),
        ("charged_ap=6", "charged_ap=7", "from 0 to 6"),
        ("charged_resource=3", "charged_resource=4", "from 0 to 3"),
    ] {
        assert_eq!(charging(most), (true, String::new()), "{most}");
        let (is_done, said) = charging(beyond);
        assert!(!is_done && said.contains("cannot be") && said.contains(limit), "{beyond}: {said}");
    }
}
