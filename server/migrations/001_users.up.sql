create table users (
  id text primary key,
  type text not null default 'user' check (type in ('guest', 'user')),
  first_name text,
  last_name text,
  email text,
  email_verified boolean not null default false,
  phone text,
  phone_verified boolean not null default false,
  avatar text,
  locale text,
  role text not null default 'user',
  country text,
  city text,
  company text,
  birth_date text,
  notification_priority text not null default 'email',
  notification_settings integer not null default 4194303,
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  cookies_consent_date timestamptz,
  passkey_offer_date timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One account for one address, however it is written.
create unique index users_email_key on users (lower(email));
create unique index users_phone_key on users (phone) where phone_verified;
