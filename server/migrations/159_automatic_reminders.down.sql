alter table recipients drop column next_reminder_at, drop column automatic_reminders;
