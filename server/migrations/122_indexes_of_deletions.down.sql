-- runs outside a transaction: the tables may be large, and the product goes on meanwhile.
drop index concurrently if exists mails_recipient;
drop index concurrently if exists text_messages_recipient;
drop index concurrently if exists files_every_shared;
drop index concurrently if exists templates_every_shared;
drop index concurrently if exists transactions_every_shared;
