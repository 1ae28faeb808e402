-- runs outside a transaction: as the other direction does.
drop index concurrently if exists recipients_due_reminders;
