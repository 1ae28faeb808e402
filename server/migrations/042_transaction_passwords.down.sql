alter table transactions drop column password_sealed;
