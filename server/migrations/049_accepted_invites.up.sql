-- An invitation that was accepted answers whoever accepts it again, because the first answer got lost.
alter table invites add column accepted_at timestamptz;
