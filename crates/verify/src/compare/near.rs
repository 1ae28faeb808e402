//! Finds the objects that can lead to a changed one. The others need no check, which matters in
//! forms with 100,000 fields.

use std::collections::HashSet;
use std::rc::Rc;

use countersign_pdf::ObjectId;

use super::Comparison;
use super::fields::APPEARANCE_DEPTH;
use super::references::Users;

/// Objects from which a changed object is reachable within the depth that appearances are followed.
pub(super) struct Near {
    numbers: HashSet<u32>,
    users: Rc<Users>,
}

impl Near {
    /// True if this object may lead to a changed one. Also true if its references are unknown, as
    /// for objects that the trailer does not reach.
    pub(super) fn may_lead(&self, number: u32) -> bool {
        self.numbers.contains(&number) || !self.users.is_known(number)
    }
}

impl Comparison<'_> {
    /// Walks from the changed objects back to their users. As in the forward direction, the walk
    /// stops at pages and fields.
    pub(super) fn near_changes(&self) -> Near {
        let users = self.users();
        let mut numbers: HashSet<u32> = HashSet::new();
        let mut reached: Vec<u32> = self.changed.keys().copied().collect();
        // One step from the field to the object it names, then the depth to which appearances are
        // followed.
        for _ in 0..=APPEARANCE_DEPTH {
            let mut next = Vec::new();
            for used in reached {
                for user in users.of(used) {
                    if numbers.insert(user.number) && !self.is_end(user) {
                        next.push(user.number);
                    }
                }
            }
            reached = next;
        }
        Near { numbers, users }
    }

    /// True for objects at which the walk stops: pages and fields.
    fn is_end(&self, id: ObjectId) -> bool {
        let is_page = || {
            let object = self.new.glance(id);
            object.is_ok_and(|it| it.as_dictionary().is_some_and(|it| it.is_type(b"Page")))
        };
        self.new_form.nodes.contains_key(&id.number) || is_page()
    }
}
