-- 2,000 accounts, a guest for every five transactions, an organization of 140 members, and contacts.
-- Names of rows are hashed to ids, so that a row can name another without a look-up.
insert into users (id, type, first_name, last_name, email, email_verified, created_at)
  select substr(md5('u' || u), 1, 24), 'user', 'First' || u, 'Last' || u, 'user' || u || '@corp.example', true, now() - interval '3 years'
  from generate_series(1, 2000) u;
insert into users (id, type, first_name, last_name, email, email_verified, created_at)
  select substr(md5('g' || g), 1, 24), 'guest', 'Guest' || g, 'Name' || g, 'guest' || g || '@ext.example', true, now() - interval '2 years'
  from generate_series(1, :guests) g;
insert into organizations (id, owner_id, name) values (substr(md5('org'), 1, 24), substr(md5('u2'), 1, 24), 'Big Org');
insert into members (org_id, user_id, role, status)
  select substr(md5('org'), 1, 24), substr(md5('u' || u), 1, 24), case when u = 2 then 'admin' else 'participant' end, 'active' from generate_series(2, 141) u;
insert into contacts (id, owner_id, email, first_name, last_name)
  select substr(md5('c' || c), 1, 24), substr(md5('u1'), 1, 24), 'guest' || c || '@ext.example', 'Guest' || c, 'Name' || c from generate_series(1, 5000) c;
insert into contacts (id, owner_id, email, first_name, last_name)
  select substr(md5('c' || u || '/' || c), 1, 24), substr(md5('u' || u), 1, 24), 'guest' || (u * 50 + c) || '@ext.example', 'Guest', 'Name' || c
  from generate_series(2, 2000) u, generate_series(1, 20) c;
