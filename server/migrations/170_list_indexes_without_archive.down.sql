-- runs outside a transaction: these tables are large
create index concurrently transactions_owned_by_created on transactions (owner_id, (coalesce(org_id, '')), status, created_at, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_owned_by_updated on transactions (owner_id, (coalesce(org_id, '')), status, updated_at, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_owned_by_name on transactions (owner_id, (coalesce(org_id, '')), status, name collate list_names, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_organization_by_created on transactions (org_id, status, created_at, id) where org_id is not null and deleted_at is null and owner_left_at is null;
create index concurrently transactions_organization_by_updated on transactions (org_id, status, updated_at, id) where org_id is not null and deleted_at is null and owner_left_at is null;
create index concurrently transactions_organization_by_name on transactions (org_id, status, name collate list_names, id) where org_id is not null and deleted_at is null and owner_left_at is null;
create index concurrently files_owned_by_created on files (owner_id, (coalesce(org_id, '')), created_at, id) where deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently files_owned_by_updated on files (owner_id, (coalesce(org_id, '')), updated_at, id) where deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently files_owned_by_name on files (owner_id, (coalesce(org_id, '')), title collate list_names, id) where deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently files_organization_by_created on files (org_id, created_at, id) where org_id is not null and deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently files_organization_by_updated on files (org_id, updated_at, id) where org_id is not null and deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently files_organization_by_name on files (org_id, title collate list_names, id) where org_id is not null and deleted_at is null and owner_left_at is null and not in_bulk;
create index concurrently templates_owned_by_created on templates (owner_id, (coalesce(org_id, '')), created_at, id) where deleted_at is null;
create index concurrently templates_owned_by_updated on templates (owner_id, (coalesce(org_id, '')), updated_at, id) where deleted_at is null;
create index concurrently templates_owned_by_name on templates (owner_id, (coalesce(org_id, '')), name collate list_names, id) where deleted_at is null;
create index concurrently templates_organization_by_created on templates (org_id, created_at, id) where org_id is not null and deleted_at is null;
create index concurrently templates_organization_by_updated on templates (org_id, updated_at, id) where org_id is not null and deleted_at is null;
create index concurrently templates_organization_by_name on templates (org_id, name collate list_names, id) where org_id is not null and deleted_at is null;
