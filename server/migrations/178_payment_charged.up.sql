-- What the card was charged of a payment: the rest came from the balance, or is owed. Payments before this migration do not say.
alter table payments add column charged integer;
