-- Signatures beside a file that stays as it is (0054): the CMS over the body of `signings.file_version`.
create table detached_signatures (
  signing_id text primary key references signings on delete cascade,
  cms bytea not null check (octet_length(cms) between 1 and 131072)
);
