-- What those who use a template can't change, and what a draft took over of that.
alter table templates add column locked_parts text[] not null default '{}';
alter table transactions add column locks jsonb;
