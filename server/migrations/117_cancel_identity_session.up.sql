-- The job queue creates its tables after the first migration of a database.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    insert into graphile_worker._private_tasks (identifier) values ('cancel_identity_session') on conflict do nothing;
    update graphile_worker._private_jobs set task_id = (select id from graphile_worker._private_tasks where identifier = 'cancel_identity_session')
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'call_off_identity_session');
  end if;
end $$;
