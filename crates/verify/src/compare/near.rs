//! Which objects can lead to one that changed: the others need no look, in a form of a hundred thousand fields.

use std::collections::HashSet;

use countersign_pdf::ObjectId;

use super::Comparison;
use super::fields::APPEARANCE_DEPTH;
use super::references::Users;

/// Objects from which a changed one is reached in so few steps as a field's appearance is followed.
pub(super) struct Near<'a> {
    numbers: HashSet<u32>,
    users: &'a Users,
}

impl Near<'_> {
    /// True where this object may lead to a changed one. Of what the trailer does not lead to nobody knows.
    pub(super) fn may_lead(&self, number: u32) -> bool {
        self.numbers.contains(&number) || !self.users.is_known(number)
    }
}

impl<'a> Comparison<'a> {
    /// Goes back from what changed to its users. As in the other direction, pages and fields are not gone through.
    pub(super) fn near_changes(&self) -> Near<'a> {
        let users = self.users();
        let mut numbers: HashSet<u32> = HashSet::new();
        let mut reached: Vec<u32> = self.changed.keys().copied().collect();
        // From the field to the object that it names, and from there as deep as appearances are followed.
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

    /// True for objects through which no appearance is followed.
    fn is_end(&self, id: ObjectId) -> bool {
        let is_page = || {
            let object = self.new.glance(id);
            object.is_ok_and(|it| it.as_dictionary().is_some_and(|it| it.is_type(b"Page")))
        };
        self.new_form.nodes.contains_key(&id.number) || is_page()
    }
}
