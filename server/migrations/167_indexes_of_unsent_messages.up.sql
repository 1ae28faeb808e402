-- runs outside a transaction: the tables may be large, and the product goes on meanwhile
create index concurrently mails_unsent on mails (created_at) where status = 'unsent';
create index concurrently text_messages_unsent on text_messages (created_at) where status = 'unsent';
drop index concurrently if exists mails_kept;
drop index concurrently if exists text_messages_kept;
