-- runs outside a transaction: these tables are large
-- Of pages that have indexes of their own since 169.
drop index concurrently if exists transactions_owned_by_created;
drop index concurrently if exists transactions_owned_by_updated;
drop index concurrently if exists transactions_owned_by_name;
drop index concurrently if exists transactions_organization_by_created;
drop index concurrently if exists transactions_organization_by_updated;
drop index concurrently if exists transactions_organization_by_name;
drop index concurrently if exists files_owned_by_created;
drop index concurrently if exists files_owned_by_updated;
drop index concurrently if exists files_owned_by_name;
drop index concurrently if exists files_organization_by_created;
drop index concurrently if exists files_organization_by_updated;
drop index concurrently if exists files_organization_by_name;
drop index concurrently if exists templates_owned_by_created;
drop index concurrently if exists templates_owned_by_updated;
drop index concurrently if exists templates_owned_by_name;
drop index concurrently if exists templates_organization_by_created;
drop index concurrently if exists templates_organization_by_updated;
drop index concurrently if exists templates_organization_by_name;
