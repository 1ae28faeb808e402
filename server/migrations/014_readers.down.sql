drop index carbon_copies_phone;
drop index files_shared;
drop index transactions_shared;
