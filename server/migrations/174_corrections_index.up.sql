-- runs outside a transaction: the table may be large, and the product goes on meanwhile.
create index concurrently transactions_corrects on transactions (corrects_id) where corrects_id is not null;
