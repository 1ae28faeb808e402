-- An owner deletes what others have signed for themselves only: since when they have.
alter table transactions add column owner_left_at timestamptz;
alter table files add column owner_left_at timestamptz;
create index transactions_owner_left on transactions (owner_left_at) where owner_left_at is not null and deleted_at is null;
