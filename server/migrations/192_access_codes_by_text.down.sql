alter table recipients
  drop column access_code_phone,
  drop column access_code_sent_at;
