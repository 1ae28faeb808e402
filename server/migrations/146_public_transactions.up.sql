-- Whether everybody who knows the address may read the transaction.
alter table transactions add column public boolean not null default false;
