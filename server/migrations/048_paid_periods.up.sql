-- What the running period was paid with, in cents: a change of plan counts that, and not what the plan costs without a promo code.
alter table subscriptions add column paid integer not null default 0 check (paid >= 0);
update subscriptions s set paid = coalesce(
  (select sum(amount) from payments p where p.holder_id = s.holder_id and p.state = 'paid' and p.plan = s.plan and p.end_at = s.end_at), 0);
