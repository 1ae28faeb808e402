drop table signings;
drop table carbon_copies;
drop table recipients;
drop table transaction_files;
drop table transactions;
