-- runs outside a transaction: these tables are large
-- Messages that wait, for the metrics: each scrape read all mails.
create index concurrently mails_queued on mails (created_at) where status = 'queued';
create index concurrently text_messages_queued on text_messages (created_at) where status = 'queued';
