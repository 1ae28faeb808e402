-- Bodies that travel with a mail: [{ ref, name, mime }].
alter table mails add column attachments jsonb not null default '[]';

-- Which node a job worker lives in. A node holds a lock of its own as long as it lives: so the jobs of one that was
-- killed are known at once, and not only when the queue loses patience with them.
create table job_workers (
  worker_id text primary key,
  node_key bigint not null,
  created_at timestamptz not null default now()
);
