drop table conversion_use;
