-- runs outside a transaction: the tables may be large, and the product goes on meanwhile.
-- The newest upload for a file of a transaction, in any state.
create index concurrently uploads_target on uploads (transaction_id, file_id, recipient_id) where transaction_id is not null;
drop index concurrently if exists uploads_staged;
-- Uploads of documents that were used, which go after a day.
create index concurrently uploads_used on uploads (expires_at) where status = 'used' and purpose in ('file', 'file_update', 'prepared', 'signed');
-- Guests by their telephone.
create index concurrently users_phone on users (phone) where phone is not null;
-- What the hourly clean-up looks for.
create index concurrently application_tokens_expiry on application_tokens (expires_at);
create index concurrently capture_tickets_expiry on capture_tickets (expires_at);
create index concurrently cloud_requests_expiry on cloud_requests (expires_at);
create index concurrently event_tickets_expiry on event_tickets (expires_at);
create index concurrently identity_tickets_expiry on identity_tickets (expires_at);
create index concurrently magic_codes_passes on magic_codes (expires_at) where kind = 'pass';
create index concurrently mails_failed on mails (created_at) where status = 'failed';
create index concurrently mails_kept on mails (created_at) where status = 'kept';
create index concurrently one_time_codes_expiry on one_time_codes (expires_at);
create index concurrently pending_sign_ins_expiry on pending_sign_ins (expires_at);
create index concurrently text_messages_failed on text_messages (created_at) where status = 'failed';
create index concurrently text_messages_kept on text_messages (created_at) where status = 'kept';
create index concurrently upstream_requests_expiry on upstream_requests (expires_at);
create index concurrently verifications_expiry on verifications (expires_at);
create index concurrently webauthn_challenges_expiry on webauthn_challenges (expires_at);
