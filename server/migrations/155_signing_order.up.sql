-- The place in the signing order; recipients with the same place are asked at once. Null: after the one before them, as always so far.
-- Earlier versions ignore the place and ask one recipient after the other.
alter table recipients add column signing_order integer check (signing_order > 0);
-- Who of several recipients asked at once declined.
alter table recipients add column declined_at timestamptz;
