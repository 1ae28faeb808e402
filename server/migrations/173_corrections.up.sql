-- The transaction that a draft was made to correct.
alter table transactions add column corrects_id text references transactions on delete set null;
-- What a signer filled, as it was before: a new draft begins without it. Unknown of earlier signatures.
alter table signings add column replaced_fields jsonb;
