-- Who was given something is looked for by every list.
create index transactions_shared on transactions using gin (shared_with) where deleted_at is null;
create index files_shared on files using gin (shared_with) where deleted_at is null;
create index carbon_copies_phone on carbon_copies (phone) where phone is not null;
