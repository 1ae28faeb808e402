-- The body in whose row the objects of this one are described: itself, or one that it continues.
alter table body_states add column objects_ref text;
