alter table transactions drop column held_features;
alter table files drop column held_features;
