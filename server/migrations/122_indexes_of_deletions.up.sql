-- runs outside a transaction: the tables may be large, and the product goes on meanwhile.
-- Messages to the addresses of an account that is deleted.
create index concurrently mails_recipient on mails (recipient);
create index concurrently text_messages_recipient on text_messages (recipient);
-- Whatever was shared with the person, deleted resources too.
create index concurrently files_every_shared on files using gin (shared_with) where shared_with <> '{}';
create index concurrently templates_every_shared on templates using gin (shared_with) where shared_with <> '{}';
create index concurrently transactions_every_shared on transactions using gin (shared_with) where shared_with <> '{}';
