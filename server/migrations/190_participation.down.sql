alter table recipients drop column participation, drop column viewed_file_ids;
