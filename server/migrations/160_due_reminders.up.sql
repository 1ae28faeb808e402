-- runs outside a transaction: the table may be large, and the product goes on meanwhile.
create index concurrently recipients_due_reminders on recipients (next_reminder_at, id) where next_reminder_at is not null;
