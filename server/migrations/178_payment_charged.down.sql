alter table payments drop column charged;
