-- runs outside a transaction
create index concurrently mails_kept on mails (created_at) where status = 'kept';
create index concurrently text_messages_kept on text_messages (created_at) where status = 'kept';
drop index concurrently if exists mails_unsent;
drop index concurrently if exists text_messages_unsent;
