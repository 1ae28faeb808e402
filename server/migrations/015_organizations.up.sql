create table organizations (
  id text primary key,
  owner_id text not null references users,
  name text not null,
  logo text,
  global_settings jsonb not null default '{}',
  attributes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index organizations_owner on organizations (owner_id) where deleted_at is null;

-- The owner is a member as well, with the role of an admin. Who is invited has no rights until they accept.
create table members (
  org_id text not null references organizations on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null default 'participant' check (role in ('participant', 'admin')),
  status text not null default 'invited' check (status in ('active', 'invited')),
  -- Null: what the organization's settings say.
  permissions jsonb,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id)
);
create index members_user on members (user_id, status);

create table teams (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index teams_organization on teams (org_id, created_at);

create table team_members (
  team_id text not null references teams on delete cascade,
  org_id text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id),
  -- Who leaves the organization leaves its teams.
  foreign key (org_id, user_id) references members on delete cascade
);
create index team_members_user on team_members (user_id);

create table invites (
  id text primary key,
  org_id text not null,
  user_id text not null,
  invited_by text not null,
  ticket_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- One open invitation for a person; inviting again renews it. It goes with the membership it offers.
  unique (org_id, user_id),
  foreign key (org_id, user_id) references members on delete cascade
);
create index invites_user on invites (user_id);

-- The space a thing was made in; null is the personal one.
alter table files add column org_id text references organizations;
alter table transactions add column org_id text references organizations;
create index files_organization on files (org_id, created_at desc, id desc) where org_id is not null and deleted_at is null;
create index transactions_organization on transactions (org_id, created_at desc, id desc) where org_id is not null and deleted_at is null;
