-- Folders and tags of a space: of a person, or of an organization. An entry of its lists is in one folder at most, and has any tags.
create table labels (
  id text primary key,
  kind text not null check (kind in ('folder', 'tag')),
  -- Whose it is: a person's or an organization's.
  user_id text references users on delete cascade,
  org_id text references organizations on delete cascade,
  created_by text references users on delete set null,
  name text not null,
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (org_id is null))
);
create unique index labels_personal on labels (user_id, kind, (lower(name collate "und-x-icu"))) where user_id is not null;
create unique index labels_organization on labels (org_id, kind, (lower(name collate "und-x-icu"))) where org_id is not null;
create index labels_created_by on labels (created_by);

create table labeled_transactions (
  label_id text not null references labels on delete cascade,
  transaction_id text not null references transactions on delete cascade,
  primary key (label_id, transaction_id)
);
create index labeled_transactions_transaction on labeled_transactions (transaction_id);
create table labeled_files (
  label_id text not null references labels on delete cascade,
  file_id text not null references files on delete cascade,
  primary key (label_id, file_id)
);
create index labeled_files_file on labeled_files (file_id);
create table labeled_templates (
  label_id text not null references labels on delete cascade,
  template_id text not null references templates on delete cascade,
  primary key (label_id, template_id)
);
create index labeled_templates_template on labeled_templates (template_id);
