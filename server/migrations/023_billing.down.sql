drop table billing_notices;
drop table promo_code_uses;
drop table promo_codes;
drop table payments;
drop table subscriptions;
