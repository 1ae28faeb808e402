-- runs outside a transaction: as the other direction does.
drop index concurrently if exists transactions_corrects;
