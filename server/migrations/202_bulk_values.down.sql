alter table bulk_recipients drop column values;
