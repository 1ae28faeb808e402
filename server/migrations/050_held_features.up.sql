-- What a plan held when a draft or a document began to use it stays usable there, whatever the plan holds later.
alter table files add column held_features text[] not null default '{}';
alter table transactions add column held_features text[] not null default '{}';
-- Plans have not held back kinds of fields and rules for them before.
update files set held_features = '{allowAdvancedFields,allowFieldsValidations}';
