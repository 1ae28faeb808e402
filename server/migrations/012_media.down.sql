drop table media;
