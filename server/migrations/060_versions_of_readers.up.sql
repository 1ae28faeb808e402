-- What a version was before it was encrypted is not kept: only its hash and size stay in the history.
alter table file_versions add column removed_at timestamptz;
