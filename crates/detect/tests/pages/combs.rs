//! One character a cell.

use crate::drawing::{Sheet, form};

#[test]
fn boxes_side_by_side_are_one_comb_and_their_tops_carry_none() {
    let mut page = form();
    for i in 0..6 {
        let x = 100 + i * 26;
        page.frame(x..x + 20, 900..924);
        page.fill(x + 1..x + 19, 901..902, 220);
    }
    let fields = page.detect(&[]);
    let combs: Vec<_> = fields.iter().filter(|field| field.comb).collect();
    assert_eq!(combs.len(), 1, "{combs:#?}");
    assert_eq!(combs[0].comb_count, 6);
}

#[test]
fn a_hyphen_between_dashes_parts_them_into_groups() {
    let cells = |hyphen: bool| {
        let mut page = form();
        for cell in 0..8 {
            let x = 100 + cell * 34 + if cell < 4 { 0 } else { 14 };
            page.fill(x..x + 22, 930..932, 0);
        }
        if hyphen {
            page.fill(233..243, 922..924, 0);
        }
        let fields = page.detect(&[]);
        let combs = fields.iter().filter(|field| field.comb);
        combs.map(|field| field.comb_count).collect::<Vec<_>>()
    };
    assert_eq!(cells(true), [4, 4]);
    assert_eq!(cells(false).len(), 1);
}

/// How many cells the combs of a page have that was drawn on below its form.
fn cells_of(draw: impl Fn(&mut Sheet)) -> (Vec<u32>, usize) {
    let mut page = form();
    draw(&mut page);
    let fields = page.read();
    let below: Vec<_> = fields.iter().filter(|field| field.rect.y > 62.0).collect();
    let combs = below.iter().filter(|field| field.comb);
    (combs.map(|field| field.comb_count).collect(), below.len())
}

#[test]
fn walls_ticks_and_dots_part_one_comb() {
    let parted = |from: usize, dots: u8| {
        cells_of(|page| {
            page.say("Social security number", 100, 868);
            page.frame(100..281, 884..906);
            for x in (120..280).step_by(20) {
                for y in from..905 {
                    page.fill(x..x + 1, y..y + 1, 60 + y as u8 % 2 * dots);
                }
            }
        })
    };
    assert_eq!(parted(885, 0), (vec![9], 1), "walls");
    assert_eq!(parted(899, 0), (vec![9], 1), "ticks");
    assert_eq!(parted(886, 110), (vec![9], 1), "dots");
}

#[test]
fn the_cells_of_a_comb_are_no_boxes_to_tick() {
    let (combs, all) = cells_of(|page| {
        page.say("Account number", 100, 868);
        for cell in 0..7 {
            page.frame(100 + 19 * cell..120 + 19 * cell, 884..904);
        }
    });
    assert_eq!((combs, all), (vec![7], 1));
}
