alter table body_states drop column objects_ref;
