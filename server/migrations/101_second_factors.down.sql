delete from sign_in_attempts where kind = 'factor';
alter table sign_in_attempts drop constraint sign_in_attempts_kind_check;
alter table sign_in_attempts add constraint sign_in_attempts_kind_check check (kind in ('password', 'code'));
drop table pending_sign_ins;
drop table recovery_codes;
drop table second_factors;
