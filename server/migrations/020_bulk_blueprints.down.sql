alter table bulks drop column blueprint;
