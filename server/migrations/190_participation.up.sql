-- What a recipient is asked for, and the documents that an approver or a viewer has opened. Earlier versions ignore both and expect a
-- signature of everybody; they refuse to send a request in which somebody doesn't sign, because the document has no field for it.
alter table recipients
  add column participation text not null default 'signer',
  add column viewed_file_ids text[] not null default '{}',
  add constraint recipients_participation check (participation in ('signer', 'approver', 'viewer')) not valid;
