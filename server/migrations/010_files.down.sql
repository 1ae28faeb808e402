drop table file_versions;
drop table files;
drop table uploads;
