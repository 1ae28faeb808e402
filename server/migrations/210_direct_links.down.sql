drop table direct_link_uses;
drop table direct_links;
