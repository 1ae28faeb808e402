-- runs outside a transaction: these tables are large
create index concurrently files_owner on files (owner_id, created_at desc, id desc) where deleted_at is null;
create index concurrently files_organization on files (org_id, created_at desc, id desc) where org_id is not null and deleted_at is null;
create index concurrently templates_owner on templates (owner_id, created_at desc, id desc) where deleted_at is null;
create index concurrently templates_organization on templates (org_id, created_at desc, id desc) where org_id is not null and deleted_at is null;
drop index concurrently if exists templates_library_by_name;
drop index concurrently if exists templates_library_by_updated;
