drop table saved_filters;
