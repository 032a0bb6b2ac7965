//! Ruling C12, `allocation = "even"`: hits are dealt out one a model before any gets a second, kind of shots by kind of shots
//! among the models that are left, and a second unsaved wound on one model is wasted.

use muster_dice::{Dice, Die, Pmf};

use super::volley::{Joint, Shots, Volley, made};

/// Joint law of wounds, up to a number, and models removed.
pub(super) fn joint(volley: &Volley, most_wounds: u32) -> Joint {
    let mut total = Joint::nothing(most_wounds, volley.models);
    for shots in &volley.shots {
        let hits = Pmf::binomial(shots.count, shots.hit.chance(volley.die, shots.reroll));
        let mut sum = total.empty_like();
        for removed in 0..=volley.models {
            let column = removed as usize;
            if total.rows.iter().all(|row| row[column] <= 0.0) {
                continue;
            }
            let left = volley.models - removed;
            let dealt = dealt(shots, &hits, left, volley.die, most_wounds);
            for (wounds, row) in total.rows.iter().enumerate().filter(|(_, row)| row[column] > 0.0) {
                for (more, others) in dealt.rows.iter().enumerate() {
                    let target = &mut sum.rows[(wounds + more).min(most_wounds as usize)];
                    for (gone, q) in others.iter().enumerate() {
                        target[column + gone] += row[column] * q;
                    }
                }
            }
        }
        total = sum;
    }
    total
}

/// Chances by wounds, models hit in this round that are down, and models still to be hit that are down.
struct Round {
    models: usize,
    most_wounds: usize,
    /// Models hit in this round so far.
    passed: usize,
    chances: Vec<f64>,
}

impl Round {
    fn place(&self, wounds: usize, passed: usize, waiting: usize) -> usize {
        (wounds * (self.models + 1) + passed) * (self.models + 1) + waiting
    }

    /// Deals one hit to the next model. All that wait have taken as many hits, so any of them is as likely to be down.
    fn deal(&mut self, wound: f64, unsaved: f64) {
        let rest = self.models - self.passed;
        let mut next = vec![0.0; self.chances.len()];
        for wounds in 0..=self.most_wounds {
            let more = (wounds + 1).min(self.most_wounds);
            for passed in 0..=self.passed {
                for waiting in 0..=rest {
                    let chance = self.chances[self.place(wounds, passed, waiting)];
                    if chance <= 0.0 {
                        continue;
                    }
                    let down = chance * waiting as f64 / rest as f64;
                    if waiting > 0 {
                        next[self.place(wounds, passed + 1, waiting - 1)] += down * (1.0 - wound);
                        next[self.place(more, passed + 1, waiting - 1)] += down * wound;
                    }
                    if waiting < rest {
                        let stands = chance - down;
                        next[self.place(wounds, passed, waiting)] += stands * (1.0 - wound);
                        next[self.place(more, passed, waiting)] += stands * wound * (1.0 - unsaved);
                        next[self.place(more, passed + 1, waiting)] += stands * wound * unsaved;
                    }
                }
            }
        }
        self.chances = next;
        self.passed += 1;
        if self.passed == self.models {
            self.begin_again();
        }
    }

    /// Every model has been hit as often: all wait for the next hit.
    fn begin_again(&mut self) {
        for wounds in 0..=self.most_wounds {
            for passed in 1..=self.models {
                let (from, to) = (self.place(wounds, passed, 0), self.place(wounds, 0, passed));
                self.chances[to] = std::mem::take(&mut self.chances[from]);
            }
        }
        self.passed = 0;
    }
}

/// The same of one kind of shots against so many models.
fn dealt(shots: &Shots, hits: &Pmf, models: u32, die: Die, most_wounds: u32) -> Joint {
    let (wound, unsaved) = (shots.wound.chance(die, false), shots.unsaved(die));
    let mut sum = Joint::nothing(most_wounds, models).empty_like();
    if models == 0 {
        sum.rows[0][0] = 1.0;
        return sum;
    }
    let (models, most_wounds) = (models as usize, most_wounds as usize);
    let places = (most_wounds + 1) * (models + 1) * (models + 1);
    let mut round = Round { models, most_wounds, passed: 0, chances: vec![0.0; places] };
    round.chances[0] = 1.0;
    for (count, p) in hits.as_slice().iter().enumerate() {
        if count > 0 {
            round.deal(wound, unsaved);
        }
        for (wounds, row) in sum.rows.iter_mut().enumerate() {
            for passed in 0..=round.passed {
                for waiting in 0..=models - round.passed {
                    row[passed + waiting] += p * round.chances[round.place(wounds, passed, waiting)];
                }
            }
        }
    }
    sum
}

/// Wounds and models removed, die by die.
pub(super) fn throw<D: Dice>(shots: &Shots, models: u32, die: Die, dice: &mut D) -> (u32, u32) {
    if models == 0 {
        // Nobody is left to be hit; the dice are thrown all the same.
        made(shots.count, shots.hit, shots.reroll, die, dice);
        return (0, 0);
    }
    let hits = made(shots.count, shots.hit, shots.reroll, die, dice);
    let (each, more) = (hits / models, hits % models);
    let (mut wounds, mut removed) = (0, 0);
    for model in 0..models {
        let here = made(each + u32::from(model < more), shots.wound, false, die, dice);
        let saved = made(here, shots.save, false, die, dice);
        wounds += here;
        removed += u32::from(saved < here);
    }
    (wounds, removed)
}
