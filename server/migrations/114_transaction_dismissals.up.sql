alter table departures rename to transaction_dismissals;
alter table transaction_dismissals rename constraint departures_pkey to transaction_dismissals_pkey;
alter table transaction_dismissals rename constraint departures_transaction_id_fkey to transaction_dismissals_transaction_id_fkey;
alter table transaction_dismissals rename constraint departures_user_id_fkey to transaction_dismissals_user_id_fkey;
-- For nodes of the previous version, while nodes are replaced one after another.
create view departures as select * from transaction_dismissals;
