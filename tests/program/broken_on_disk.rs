//! Faults of files on disk: their bytes, links, missing files.

use crate::broken::{Row, rows};

#[test]
fn every_slip_on_disk_is_told_at_its_place_with_a_way_out() {
    let rows = rows();
    let on_disk: Vec<&Row> = rows.iter().filter(|row| row.is_on_disk).collect();
    assert!(on_disk.len() > 10, "only {} rows are about files", on_disk.len());
    let faults: Vec<String> = on_disk.into_iter().filter_map(Row::fault).collect();
    assert!(faults.is_empty(), "{} rows differ:\n\n{}", faults.len(), faults.join("\n\n"));
}
