//! Draws one of everything into a directory, to be looked at: `cargo run -p muster-report --example gallery -- DIR`.

use std::path::Path;
use std::{env, fs, io};

use muster_report::chart::{Bar, BarChart, BarPanel, Glyphs, HeatCell, Heatmap, Picture, Tone, text_bars};
use muster_report::{Block, Cell, Column, Document, Table, number, render};

const BOXES: [&str; 24] = [
    "Zvezda 8052 Roman Auxiliaries",
    "Italeri 6020 Mongols",
    "HaT 8028 Carthaginian Infantry",
    "Airfix 01730 Romans",
    "Caesar H041 Assyrian Infantry",
    "Zvezda 8005 Greek Infantry",
    "Italeri 6019 Samurai Army",
    "RedBox 72041 Swiss Infantry (Sword & Halberd)",
    "Zvezda 8036 Swiss Infantry",
    "HaT 8055 Persian Cavalry",
    "Revell 02552 Vikings",
    "Strelets 0006 Norman Cavalry",
    "Emhar 7203 Saxons",
    "Italeri 6021 Roman Cavalry",
    "Esci 234 Muslim Warriors",
    "Zvezda 8044 English Knights",
    "Airfix 01733 Sheriff of Nottingham",
    "Italeri 6011 French Infantry",
    "Lucky Toys 7203 Egyptians",
    "Linear-B 021 Nubian Archers",
    "Ultima Ratio 7201 Teutons",
    "Orion 72005 Slavs",
    "Caesar H021 Hyksos",
    "Mars 72023 Landsknechts",
];

fn main() -> io::Result<()> {
    let directory = env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    let directory = Path::new(&directory);
    fs::create_dir_all(directory)?;
    for boxes in [2, 3, 8, 24, 60] {
        let picture = heatmap(boxes).picture();
        save(directory, &format!("heatmap-{boxes}"), &picture)?;
    }
    save(directory, "bars", &bars().picture())?;
    save(
        directory,
        "bars-long",
        &BarChart { panels: vec![panel("survivors", 90, Tone::Neutral)], ..bars() }.picture(),
    )?;
    let document = document();
    fs::write(directory.join("page.html"), render::html(&document))?;
    fs::write(directory.join("page.md"), render::markdown(&document))?;
    fs::write(directory.join("page.txt"), render::text(&document, 80))?;
    fs::write(directory.join("table.csv"), render::csv(&table(24)))?;
    Ok(())
}

fn save(directory: &Path, name: &str, picture: &Picture) -> io::Result<()> {
    fs::write(directory.join(format!("{name}.svg")), picture.svg())?;
    let png = picture.png(2.0).map_err(io::Error::other)?;
    fs::write(directory.join(format!("{name}.png")), png)
}

fn name(index: usize) -> String {
    let name = BOXES[index % BOXES.len()];
    if index < BOXES.len() { name.to_owned() } else { format!("{name}, set {}", index / BOXES.len() + 1) }
}

/// A made-up score: stronger boxes stand higher, with a cyclic part so that the picture is not too smooth.
fn score(row: usize, column: usize, boxes: usize) -> f64 {
    let place = |at: usize| f64::from(u32::try_from(at).unwrap_or(0));
    let gap = (place(column) - place(row)) * 8.0 / place(boxes)
        + 0.9 * ((place(row) * 2.3).sin() - (place(column) * 2.3).sin());
    let cycle = 0.8 * (place(row) * 1.7 - place(column) * 1.7).sin();
    1.0 / (1.0 + (-(gap + cycle)).exp())
}

fn heatmap(boxes: usize) -> Heatmap {
    let names: Vec<String> = (0..boxes).map(name).collect();
    let cell = |row: usize, column: usize| {
        let score = score(row, column, boxes);
        let words = number::score(score, score - 0.009, score + 0.009, 10_000);
        let hint = format!("{} against {}: {words}", names[row], names[column]);
        let played = (row, column) != (1, 5);
        played.then(|| HeatCell {
            score,
            label: number::whole_percent(score, 10_000),
            hint,
            ..HeatCell::default()
        })
    };
    let cells = (0..boxes).map(|row| (0..boxes).map(|column| cell(row, column)).collect()).collect();
    Heatmap {
        title: "Who beats whom: ancients on open ground".to_owned(),
        subtitle: "Score of the row's box against the column's box in percent, wins plus half the draws. Chimera, both seatings, seed 1.".to_owned(),
        row_names: names.clone(),
        column_names: names,
        cells,
        footer: "Made-up numbers, 10 000 games a cell; every score within ± 1 point at 95 %. Sorted by mean.".to_owned(),
        ..Heatmap::default()
    }
    .with_row_means()
}

fn panel(heading: &str, values: u32, tone: Tone) -> BarPanel {
    let centre = f64::from(values) * 0.4;
    let weights: Vec<f64> = (0..=values)
        .map(|v| (-(f64::from(v) - centre).powi(2) / (1.2 * f64::from(values).sqrt()).powi(2)).exp())
        .collect();
    let total: f64 = weights.iter().sum();
    let mut cumulative = 0.0;
    let bars = weights.iter().enumerate().map(|(value, weight)| {
        cumulative += weight / total;
        Bar { value: value.to_string(), p: weight / total, cumulative: Some(f64::min(cumulative, 1.0)) }
    });
    BarPanel {
        measure: String::new(),
        heading: heading.to_owned(),
        value_heading: "figures removed".to_owned(),
        cumulative_heading: "this or fewer".to_owned(),
        tone,
        bars: bars.collect(),
    }
}

fn bars() -> BarChart {
    BarChart {
        title: "Losses when the charge goes home".to_owned(),
        subtitle: "Exact, 20 figures a side, save 5+.".to_owned(),
        panels: vec![panel("Roman Auxiliaries", 12, Tone::SideA), panel("Mongols", 8, Tone::SideB)],
        footer: "Made-up numbers.".to_owned(),
    }
}

fn table(boxes: usize) -> Table {
    let columns = vec![
        Column::text("box"),
        Column::number("figures"),
        Column::number("mean score"),
        Column::text("worst against"),
        Column::number("worst score"),
        Column::number("above 60 %"),
        Column::number("games"),
    ];
    let mut table = Table::new("Row means, worst meetings and wins above 60 %", columns);
    for row in 0..boxes {
        let mean = score(row, boxes / 2, boxes);
        table.push(vec![
            name(row).into(),
            Cell::Count(48),
            Cell::number(mean, number::score(mean, mean - 0.009, mean + 0.009, 10_000)),
            name((row + 7) % boxes).into(),
            Cell::number(0.0, number::score(0.0, 0.0, 0.0004, 10_000)),
            Cell::Count(7),
            Cell::Count(230_000),
        ]);
    }
    table.note("Sampled, 10 000 games a pair and seating; intervals at 95 %.");
    table
}

fn document() -> Document {
    let mut document = Document::new("Who beats whom: 24 boxes of ancients");
    document.paragraph("Twenty-four boxes met each other on open ground under the Chimera rules, each pair in both seatings. Scores are wins plus half the draws.");
    document.heading(2, "The matrix");
    document.figure(
        heatmap(24).picture(),
        "matrix.svg",
        "Blue cells are won by the row, orange ones by the column.",
    );
    document.heading(2, "Scores");
    document.table(table(24));
    document.heading(3, "What stands out");
    document.list(vec![
        "Knights win most of their meetings.".to_owned(),
        "No box wins all: Mongols lose to pikes.".to_owned(),
    ]);
    document.heading(2, "Losses in one fight");
    document.figure(bars().picture(), "losses.svg", "");
    document.blocks.push(Block::Verbatim(text_bars(&panel("Mongols", 8, Tone::SideB), 80, Glyphs::Blocks)));
    document.heading(2, "Words");
    document.blocks.push(Block::Terms(vec![
        ("score".to_owned(), "wins plus half the draws, over all games".to_owned()),
        (
            "half-width".to_owned(),
            "half of the interval that holds the true score 95 times in 100".to_owned(),
        ),
    ]));
    document
}
