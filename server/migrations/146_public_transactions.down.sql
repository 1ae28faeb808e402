alter table transactions drop column public;
