drop table detached_signatures;
