-- runs outside a transaction: these tables are large
drop index concurrently if exists transactions_organization_by_name;
drop index concurrently if exists transactions_organization_by_updated;
drop index concurrently if exists transactions_organization_by_created;
drop index concurrently if exists transactions_owned_by_name;
drop index concurrently if exists transactions_owned_by_updated;
drop index concurrently if exists transactions_owned_by_created;
