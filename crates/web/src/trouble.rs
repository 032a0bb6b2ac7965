//! Why a question was not answered.

use muster_resolver::resolve::Fault as ResolverFault;
use muster_rules::pack::Diagnostics;
use muster_rules::{Refusal, Unsolvable};

use crate::protocol::{Blame, Complaint, Fault};

/// Why a question was not answered, on its way to the page.
#[derive(Debug)]
pub(crate) struct Trouble(Fault);

impl Trouble {
    /// The user gave something that cannot be used.
    pub(crate) fn input(says: impl Into<String>) -> Trouble {
        Trouble(Fault { blame: Blame::Input, says: says.into(), complaints: Vec::new() })
    }

    /// The page asked something that cannot be asked.
    pub(crate) fn page(says: impl Into<String>) -> Trouble {
        Trouble(Fault { blame: Blame::Page, says: says.into(), complaints: Vec::new() })
    }

    /// What the page is told.
    pub(crate) fn into_fault(self) -> Fault {
        self.0
    }
}

impl From<Diagnostics> for Trouble {
    fn from(found: Diagnostics) -> Trouble {
        let complaints = found.iter().map(Complaint::from).collect();
        Trouble(Fault { blame: Blame::Input, says: found.to_string(), complaints })
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::input(refusal.to_string())
    }
}

impl From<Unsolvable> for Trouble {
    fn from(why: Unsolvable) -> Trouble {
        Trouble::input(why.to_string())
    }
}

impl From<ResolverFault> for Trouble {
    fn from(fault: ResolverFault) -> Trouble {
        Trouble::input(fault.to_string())
    }
}
