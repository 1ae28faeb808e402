-- runs outside a transaction: these tables are large
-- The library in each order of its list.
create index concurrently templates_library_by_updated on templates (updated_at, id) where public and deleted_at is null;
create index concurrently templates_library_by_name on templates (name collate list_names, id) where public and deleted_at is null;
-- Of lists that have indexes of their own since 136.
drop index concurrently if exists files_owner;
drop index concurrently if exists files_organization;
drop index concurrently if exists templates_owner;
drop index concurrently if exists templates_organization;
