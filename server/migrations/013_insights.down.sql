drop table insights;
