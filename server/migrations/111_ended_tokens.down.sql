drop table ended_tokens;
