alter table mails drop column sender_name;
alter table organizations drop column branding;
