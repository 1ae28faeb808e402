-- Automatic reminders of recipients.
alter table recipients add column next_reminder_at timestamptz, add column automatic_reminders integer not null default 0;
