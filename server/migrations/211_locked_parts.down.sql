alter table transactions drop column locks;
alter table templates drop column locked_parts;
