-- Links of mails last as long as what they lead to is open; the first device that opens one needs no one-time code.
-- Each press of a link's button gives a pass, which signs in once.
alter table magic_codes alter column expires_at drop not null;
alter table magic_codes add column kind text not null default 'link' check (kind in ('link', 'pass'));
alter table magic_codes add column used_by bytea;
alter table magic_codes add column revoked_at timestamptz;
-- Until now a link was revoked by marking it as used.
update magic_codes set revoked_at = used_at where used_at is not null;
create index magic_codes_purpose on magic_codes (purpose);
