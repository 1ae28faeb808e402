-- What a message is about, where somebody is shown what becomes of it.
alter table mails add column about text;
alter table text_messages add column about text;
create index mails_about on mails (about) where about is not null;
create index text_messages_about on text_messages (about) where about is not null;
