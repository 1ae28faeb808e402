drop table body_states;
drop index body_parts_long;
