-- Why the last job of a transaction failed: a code of the contract.
alter table transactions add column error_code text;
