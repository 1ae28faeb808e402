-- The transaction that a draft was made to correct. Checked at the end, because a backup is restored in the order in which it lists the rows.
alter table transactions add column corrects_id text references transactions on delete set null deferrable initially deferred;
-- The transaction that it was duplicated from, by which a repeated call is recognised: no reference, since that one may be deleted.
alter table transactions add column duplicate_of text;
-- What a signer filled, as it was before: a new draft begins without it. Unknown of earlier signatures.
alter table signings add column replaced_fields jsonb;
