alter table signings drop column replaced_fields;
alter table transactions drop column duplicate_of;
alter table transactions drop column corrects_id;
