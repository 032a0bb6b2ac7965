//! How a unit stands: the ranks that its files make, who may shoot, and the files that serve it best.

use super::numbers::Numbers;
use super::rulings::{Ranks, Rulings};

/// How ranks count under the rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drill {
    rank_of: u32,
    ranks: Ranks,
    cap: u32,
    two_ranks_shoot: bool,
}

impl Drill {
    /// That of a single man or monster, who stands in no ranks.
    pub const NONE: Drill = Drill { rank_of: u32::MAX, ranks: Ranks::Full, cap: 0, two_ranks_shoot: false };

    /// From numbers and rulings.
    pub fn new(numbers: &Numbers, rulings: &Rulings) -> Drill {
        Drill {
            rank_of: numbers.melee.rank_of,
            ranks: rulings.ranks,
            // What a reading does not ask for must not tell two drills apart.
            cap: if rulings.ranks == Ranks::Capped { numbers.melee.ranks_cap } else { 0 },
            two_ranks_shoot: rulings.two_ranks_shoot,
        }
    }

    /// MELEE, ranks: whole ranks of so many files, when those are enough to count; at least 1. Ruling B7.
    #[inline]
    pub fn ranks(&self, figures: u32, files: u32) -> u32 {
        if files < self.rank_of || files == 0 {
            return 1;
        }
        let whole = figures / files;
        let ranks = match self.ranks {
            Ranks::Full => whole,
            Ranks::Partial => figures.div_ceil(files),
            Ranks::Capped => whole.min(self.cap),
        };
        ranks.max(1)
    }

    /// Figures that may shoot (ruling B20).
    #[inline]
    pub fn shooters(&self, figures: u32, files: u32) -> u32 {
        if self.two_ranks_shoot { figures.min(files.saturating_mul(2)) } else { figures }
    }

    /// MOVEMENT ¶2, "the option of changing the number of ranks in the unit": the files that a player would take. In melee as
    /// many ranks as can count, and with those the broadest front, for a broad unit is less likely to lose its leader; where only
    /// two ranks shoot, those who `shoot` stand in two.
    pub fn best_files(&self, figures: u32, files: u32, shoot: bool) -> u32 {
        if figures <= self.rank_of {
            return files.min(figures).max(1);
        }
        if shoot && self.two_ranks_shoot {
            return figures.div_ceil(2).max(self.rank_of);
        }
        let ranks = self.ranks(figures, self.rank_of);
        match self.ranks {
            Ranks::Partial if ranks > 1 => (figures - 1) / (ranks - 1),
            Ranks::Partial => figures,
            Ranks::Full | Ranks::Capped => figures / ranks,
        }
    }

    /// Whether other files are worth an action: more ranks that count, or more bows that shoot.
    pub fn gains(&self, figures: u32, files: u32, shoot: bool) -> bool {
        let best = self.best_files(figures, files, shoot);
        if shoot && self.two_ranks_shoot {
            self.shooters(figures, best) > self.shooters(figures, files)
        } else {
            self.ranks(figures, best) > self.ranks(figures, files)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drill(ranks: Ranks, two_ranks_shoot: bool) -> Drill {
        Drill { rank_of: 5, ranks, cap: 4, two_ranks_shoot }
    }

    /// Against every number of files that counts, one by one.
    #[test]
    fn the_best_files_give_the_most_ranks_and_of_those_the_broadest_front() {
        for ranks in [Ranks::Full, Ranks::Partial, Ranks::Capped] {
            let drill = drill(ranks, false);
            for figures in 6..=60 {
                let best = (5..=figures).max_by_key(|files| (drill.ranks(figures, *files), *files)).unwrap();
                assert_eq!(drill.best_files(figures, 5, false), best, "{figures} figures, {ranks:?}");
            }
        }
    }

    #[test]
    fn an_action_is_worth_it_only_for_a_rank_or_a_bow_more() {
        let melee = drill(Ranks::Full, false);
        assert!(melee.gains(20, 10, false) && !melee.gains(14, 5, false) && !melee.gains(9, 9, false));
        let bows = drill(Ranks::Full, true);
        assert!(bows.gains(20, 5, true) && !bows.gains(20, 10, true) && bows.gains(20, 10, false));
        assert_eq!((bows.best_files(20, 5, true), bows.best_files(4, 2, true)), (10, 2));
    }
}
