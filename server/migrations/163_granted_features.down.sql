drop procedure fill_granted_features(regclass);
drop trigger granted_features_synced on transactions;
drop trigger granted_features_synced on files;
drop function sync_granted_features();
alter table transactions drop column granted_features;
alter table files drop column granted_features;
