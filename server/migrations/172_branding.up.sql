-- How an organization presents itself in the mails of its requests.
alter table organizations add column branding jsonb not null default '{}';
-- Whose name the mail bears as its sender; null: that of the installation.
alter table mails add column sender_name text;
