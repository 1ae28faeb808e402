-- What a person or an organization (both are ids) has subscribed to, and what they have used of it.
-- No row: Essentials, of which nothing was used.
create table subscriptions (
  holder_id text primary key,
  holder_type text not null check (holder_type in ('person', 'organization')),
  plan text not null default 'h_e',
  quantity integer not null default 1 check (quantity between 1 and 150),
  status text not null default 'active' check (status in ('active', 'trialing', 'past_due', 'incomplete', 'canceled')),
  started_at timestamptz,
  end_at timestamptz,
  trial_used boolean not null default false,
  promo_code text,
  cancel_at_period_end boolean not null default false,
  -- Account at the card provider, and the card there.
  customer text,
  card jsonb,
  -- Cents in the holder's favour.
  balance integer not null default 0 check (balance >= 0),
  transactions_used integer not null default 0 check (transactions_used >= 0),
  templates_used integer not null default 0 check (templates_used >= 0),
  renewal_tries integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Every charge, written before the card provider is asked: its id is the key that makes asking twice charge once.
create table payments (
  id text primary key,
  holder_id text not null,
  purpose text not null check (purpose in ('start', 'update', 'renewal')),
  plan text not null,
  quantity integer not null,
  amount integer not null check (amount >= 0),
  -- What the charge leads to when it succeeds.
  promo_code text,
  end_at timestamptz,
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed')),
  card text,
  provider_id text unique,
  client_secret text,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index payments_holder on payments (holder_id, created_at desc);
-- One charge at a time waits for an answer.
create unique index payments_waiting on payments (holder_id) where state = 'pending';

create table promo_codes (
  code text primary key,
  discount_amount integer check (discount_amount > 0),
  discount_rate numeric check (discount_rate > 0 and discount_rate <= 1),
  plans text[] not null default '{}',
  expires_at timestamptz,
  uses_left integer check (uses_left >= 0),
  check ((discount_amount is null) <> (discount_rate is null))
);

create table promo_code_uses (
  code text not null references promo_codes,
  holder_id text not null,
  created_at timestamptz not null default now(),
  primary key (code, holder_id)
);

-- What the card provider has told: each once, however often it is sent.
create table billing_notices (
  id text primary key,
  created_at timestamptz not null default now()
);
