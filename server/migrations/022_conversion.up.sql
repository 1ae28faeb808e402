-- What a file was before it became a PDF, and how far that is.
alter table files
  add column source_mime text,
  add column convert_status text check (convert_status in ('pending', 'resolved', 'rejected'));
