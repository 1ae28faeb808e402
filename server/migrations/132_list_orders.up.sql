-- runs outside a transaction: these tables are large
-- A page of a list in each order, of one status after the other.
create index concurrently transactions_owned_by_created on transactions (owner_id, (coalesce(org_id, '')), status, created_at, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_owned_by_updated on transactions (owner_id, (coalesce(org_id, '')), status, updated_at, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_owned_by_name on transactions (owner_id, (coalesce(org_id, '')), status, name collate list_names, id) where deleted_at is null and owner_left_at is null and bulk_id is null;
create index concurrently transactions_organization_by_created on transactions (org_id, status, created_at, id) where org_id is not null and deleted_at is null and owner_left_at is null;
create index concurrently transactions_organization_by_updated on transactions (org_id, status, updated_at, id) where org_id is not null and deleted_at is null and owner_left_at is null;
create index concurrently transactions_organization_by_name on transactions (org_id, status, name collate list_names, id) where org_id is not null and deleted_at is null and owner_left_at is null;
