-- Attempts are also counted by network, whatever account they concern.
create index sign_in_attempts_origin on sign_in_attempts (origin, created_at);
