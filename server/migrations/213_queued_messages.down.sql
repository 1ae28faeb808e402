-- runs outside a transaction: these tables are large
drop index concurrently if exists text_messages_queued;
drop index concurrently if exists mails_queued;
