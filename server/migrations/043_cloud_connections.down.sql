drop table cloud_requests;
drop table cloud_connections;
