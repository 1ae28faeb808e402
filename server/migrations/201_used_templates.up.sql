-- runs outside a transaction: this table is large
-- The templates that a person used last.
create index concurrently transactions_used_templates on transactions (owner_id, (coalesce(org_id, '')), created_at) include (template_id) where template_id is not null and bulk_id is null;
