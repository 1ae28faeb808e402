drop table certificates;
