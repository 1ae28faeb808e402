-- Chains the lines of each resource as the trigger does, which takes one line after the other.
create function pg_temp.chained() returns setof insights language plpgsql as $$
declare
  line insights;
  before insights;
begin
  for line in select * from lines order by resource_id, number loop
    if line.resource_id = before.resource_id then line.previous_hash := before.hash; end if;
    line.hash := insight_hash(line);
    before := line;
    return next line;
  end loop;
end $$;
insert into insights select * from pg_temp.chained();
drop function pg_temp.chained();
