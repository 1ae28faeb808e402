drop table body_keys;
delete from sealed_keys where name like 'documents/%';
