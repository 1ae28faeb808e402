-- runs outside a transaction: the tables may be large, and the product goes on meanwhile.
-- Every foreign key has an index over all its rows, deleted ones too: PostgreSQL looks for them when the row they point at goes.
create index concurrently access_requests_user on access_requests (user_id);
create index concurrently bulk_recipients_transaction on bulk_recipients (transaction_id) where transaction_id is not null;
create index concurrently bulks_every_organization on bulks (org_id) where org_id is not null;
create index concurrently bulks_every_owner on bulks (owner_id);
create index concurrently capture_tickets_user on capture_tickets (user_id);
create index concurrently cloud_requests_user on cloud_requests (user_id);
create index concurrently contacts_owner on contacts (owner_id);
create index concurrently event_tickets_user on event_tickets (user_id);
create index concurrently files_every_organization on files (org_id) where org_id is not null;
create index concurrently files_every_owner on files (owner_id);
create index concurrently identity_checks_every_recipient on identity_checks (recipient_id);
create index concurrently identity_checks_every_transaction on identity_checks (transaction_id);
create index concurrently identity_checks_user on identity_checks (user_id) where user_id is not null;
create index concurrently identity_tickets_user on identity_tickets (user_id);
create index concurrently organizations_every_owner on organizations (owner_id);
create index concurrently recipients_user on recipients (user_id) where user_id is not null;
create index concurrently signings_file on signings (file_id);
create index concurrently signings_recipient on signings (recipient_id);
create index concurrently team_members_member on team_members (org_id, user_id);
create index concurrently templates_every_organization on templates (org_id) where org_id is not null;
create index concurrently templates_every_owner on templates (owner_id);
create index concurrently transaction_dismissals_user on transaction_dismissals (user_id);
create index concurrently transactions_audit_file on transactions (audit_file_id) where audit_file_id is not null;
create index concurrently transactions_every_organization on transactions (org_id) where org_id is not null;
create index concurrently transactions_every_owner on transactions (owner_id);
create index concurrently uploads_owner on uploads (owner_id);
create index concurrently waiting_signings_file on waiting_signings (file_id);
create index concurrently waiting_signings_recipient on waiting_signings (recipient_id);
create index concurrently webauthn_challenges_user on webauthn_challenges (user_id);
-- What names a stored body: asked for each body before it is removed.
create index concurrently bulks_bodies on bulks using gin ((blueprint -> 'files') jsonb_path_ops);
create index concurrently file_versions_body on file_versions (body_ref);
create index concurrently mails_bodies on mails using gin (attachments jsonb_path_ops) where attachments <> '[]';
create index concurrently media_body on media (image_ref);
create index concurrently organizations_logo on organizations (logo) where logo is not null;
create index concurrently users_avatar on users (avatar) where avatar is not null;
