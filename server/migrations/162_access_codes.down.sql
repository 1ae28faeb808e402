alter table recipients
  drop column access_code_required,
  drop column access_code_hash,
  drop column access_code_failures,
  drop column access_session,
  drop column access_entered_at;
