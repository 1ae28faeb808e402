-- Who signs on the device of a host types a code that went to their own address: when, and to which.
alter table recipients add column presence_proven_at timestamptz;
alter table recipients add column presence_proven_by text;
