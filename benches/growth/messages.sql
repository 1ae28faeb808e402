-- Mails of the last 90 days, events of the last 14, of the transactions in `made`.
insert into mails (id, template, recipient, recipient_name, locale, subject, text_body, html_body, status, attempts, created_at, sent_at, attachments)
  select p || substr(md5('m' || n || '/' || k), 1, 16), case when k < 2 then 'invitation' else 'completed' end, 'guest' || g1 || '@ext.example', 'Guest', 'en', '', '', '', 'sent', 1, ts, ts,
    case when k < 2 or not done then '[]' else jsonb_build_array(jsonb_build_object('ref', p || substr(md5('b' || n || '/3'), 1, 16), 'mime', 'application/pdf', 'name', 'Agreement.pdf')) end
  from made, generate_series(0, 3) k where ts > now() - interval '90 days';
insert into events (key, id, type, resource_id, actor_id, user_ids, org_id, data, created_at)
  select p || substr(md5('e' || n || '/' || k), 1, 16), n * 6 + k + 1, 'transaction_updated', id, owner_id,
    array[owner_id] || case when org_id is null then '{}'::text[] else array(select substr(md5('u' || m), 1, 24) from generate_series(2, 12) m where m <> u) end,
    org_id, '{"status": "pending"}', ts
  from made, generate_series(0, 5) k where ts > now() - interval '14 days';
