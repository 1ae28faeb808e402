-- What the sender writes to one recipient only.
alter table recipients add column private_message text not null default '';
