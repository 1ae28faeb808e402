alter table file_versions drop column removed_at;
