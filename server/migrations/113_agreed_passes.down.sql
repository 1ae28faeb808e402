alter table magic_codes drop column agreed_by;
