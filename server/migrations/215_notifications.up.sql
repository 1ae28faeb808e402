-- What people are told of what happened to their requests, documents and memberships. A row holds codes and ids; titles and names are
-- read with the rights of its reader. Ids grow with time.
create table notifications (
  id text primary key,
  user_id text not null references users on delete cascade,
  code text not null,
  source_kind text not null,
  source_id text not null,
  -- Whom the message names: an account, or a recipient of the request. No references: the message outlives both.
  person_id text,
  recipient_id text,
  is_new boolean not null default true,
  created_at timestamptz not null default now()
);
create index notifications_page on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where is_new;
