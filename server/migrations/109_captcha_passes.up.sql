-- Sign-ins in which a CAPTCHA was passed for a mailbox: further codes for it need no other one.
create table captcha_passes (
  interaction text not null,
  mailbox text not null,
  expires_at timestamptz not null,
  primary key (interaction, mailbox)
);
create index captcha_passes_end on captcha_passes (expires_at);
