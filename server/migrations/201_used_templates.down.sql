-- runs outside a transaction: this table is large
drop index concurrently if exists transactions_used_templates;
