drop table waiting_signings;
