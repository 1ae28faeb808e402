drop table spent_challenges;
