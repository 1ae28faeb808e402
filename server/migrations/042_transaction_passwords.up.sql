-- What opens the protected documents of a running transaction, sealed like the installation's keys: the server has to look
-- at what is uploaded. Gone when the transaction ends.
alter table transactions add column password_sealed bytea;
