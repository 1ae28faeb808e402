drop table administrative_acts;
drop function refuse_change();
drop table feature_overrides;
drop table rate_counters;
