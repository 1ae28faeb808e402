-- Transactions `:from` to `:to` (exclusive) of `:total`, with all that belongs to them, spread over three years.
create temporary table made on commit drop as
  select n, ts, p, u, owner_id, org_id, st, ru, g1, g2, st = 'completed' as done,
    -- A transaction has one recipient where chance names the same guest twice.
    case when ru is null and g1 = g2 then 1 else 2 end as people,
    jsonb_build_object('id', owner_id, 'ip', '10.0.0.1', 'email', 'user' || u || '@corp.example', 'phone', null, 'latlng', null,
      'lastName', 'Last' || u, 'firstName', 'First' || u, 'userAgent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36') as actor,
    p || substr(md5('t' || n), 1, 16) as id, p || substr(md5('f' || n), 1, 16) as file_id, p || substr(md5('a' || n), 1, 16) as audit_id,
    -- Every twentieth has an audit trail.
    n % 20 = 4 as audited
  from (
    select *, substr(md5('u' || u), 1, 24) as owner_id, case when n % 5 = 1 then substr(md5('org'), 1, 24) end as org_id,
      lpad(to_hex(extract(epoch from ts)::bigint), 8, '0') as p
    from (
      select n, date_trunc('milliseconds', now() - interval '3 years' * (1.0 - n::float / :total)) as ts,
        -- `user1` owns 5 %, members of the organization 20 %, three who are going to leave 400 each, the others share the rest.
        case when n % 20 = 0 then 1 when n % 5 = 1 then 2 + (n * 7919) % 140
          when n % :everyLeaver in (4, 9, 14) then 1998 + (n % :everyLeaver - 4) / 5
          else 3 + (n * 104729) % 1995 end as u,
        case when n % 50 = 7 then 'draft' when n % 50 in (11, 12, 13) then 'pending' when n % 50 = 17 then 'declined'
          when n % 50 = 23 then 'canceled' when n % 50 = 27 then 'expired' else 'completed' end as st,
        -- The first recipient of every third has an account.
        case when n % 3 = 0 then 1 + (n * 31337) % 1997 end as ru,
        (n * 15485863) % :guests + 1 as g1, (n * 32452843) % :guests + 1 as g2
      from generate_series(:from::bigint, :to::bigint - 1) n
    ) numbered
  ) named;

insert into transactions (id, owner_id, name, status, message, options, version, started_at, completed_at, created_at, updated_at, org_id, shared_with, audit_status, audit_file_id)
  select id, owner_id, 'Agreement ' || n || ' ' || (array['Lease', 'NDA', 'Offer', 'Order', 'Consent'])[1 + n % 5], st,
    '{"body": "Please sign", "title": "Agreement", "attachSignedFiles": true}',
    '{"allowBulkUsage": false, "includeFileAudit": false, "requireSmartCard": false, "allowSignerReassignment": false,
      "requireLocalCertificate": false, "requireRecipientLocation": false, "requirePasswordProtection": false, "requireQualifiedCertificate": false, "requireCertificateContactMatch": false}',
    7, case when st <> 'draft' then ts end, case when done then ts + interval '1 day' end, ts, ts + interval '1 day', org_id,
    case when n % 40 = 3 then array[substr(md5('u' || (1 + (n * 13) % 1997)), 1, 24)] else '{}' end,
    case when audited then 'resolved' end, case when audited then audit_id end
  from made;
insert into transaction_files (transaction_id, file_id, position) select id, file_id, 0 from made;

insert into files (id, owner_id, title, fields, version, meta_version, created_at, updated_at, org_id)
  select file_id, owner_id, 'Agreement ' || n || '.pdf',
    '[{"id": "sign", "page": 1, "rect": {"x": 40, "y": 80, "width": 40, "height": 3}, "type": "signature", "fieldName": "signature-1"}]',
    case when done then 2 + people else 2 end, 4, ts, ts, org_id
  from made;
insert into files (id, owner_id, title, type, version, created_at, updated_at, org_id)
  select audit_id, owner_id, 'Audit ' || n || '.pdf', 'audit', 1, ts, ts, org_id from made where audited;
insert into file_versions (file_id, version, body_ref, mime, size, hash, kind, transaction_id, recipient_id, created_by, created_at, holder_id)
  select file_id, v, p || substr(md5('b' || n || '/' || v), 1, 16), 'application/pdf', 100000 + v, repeat(md5('h' || n || v), 2),
    (array['original', 'prepared', 'signed', 'signed'])[v], case when v > 1 then id end,
    case when v > 2 then p || substr(md5('r' || n || '/' || (v - 3)), 1, 16) end, owner_id, ts + v * interval '1 hour', coalesce(org_id, owner_id)
  from made, generate_series(1, 4) v where v <= 2 or (done and v <= 2 + people);
insert into file_versions (file_id, version, body_ref, mime, size, hash, kind, transaction_id, created_by, created_at, holder_id)
  select audit_id, 1, p || substr(md5('ba' || n), 1, 16), 'application/pdf', 100000, repeat(md5('ha' || n), 2), 'original', id, owner_id, ts, coalesce(org_id, owner_id)
  from made where audited;

insert into recipients (id, transaction_id, position, email, first_name, last_name, user_id, invited_at, completed_at, viewed_at, notice_id)
  select p || substr(md5('r' || n || '/' || k), 1, 16), id, k,
    case when k = 0 and ru is not null then 'user' || ru || '@corp.example' else 'guest' || (case k when 0 then g1 else g2 end) || '@ext.example' end, 'First', 'Last',
    case when k = 0 and ru is not null then substr(md5('u' || ru), 1, 24) else substr(md5('g' || (case k when 0 then g1 else g2 end)), 1, 24) end,
    case when st <> 'draft' then ts end, case when done then ts + interval '1 day' end, case when done then ts end, p || substr(md5('m' || n || '/' || k), 1, 16)
  from made, generate_series(0, people - 1) k;
insert into carbon_copies (transaction_id, position, id, email, first_name)
  select id, 0, p || substr(md5('cc' || n), 1, 16), case when n % 2 = 0 then 'user' || (1 + (n * 17) % 1997) || '@corp.example' else 'guest' || g2 || '@ext.example' end, 'Copy'
  from made where n % 5 = 2;
insert into signings (id, transaction_id, file_id, recipient_id, user_id, file_version, hash, signature, created_at)
  select p || substr(md5('s' || n || '/' || k), 1, 16), id, file_id, p || substr(md5('r' || n || '/' || k), 1, 16),
    case when k = 0 and ru is not null then substr(md5('u' || ru), 1, 24) else substr(md5('g' || (case k when 0 then g1 else g2 end)), 1, 24) end,
    3 + k, repeat(md5('h' || n || (3 + k)), 2), '{"level": "B-B", "signerName": "Ada Byron", "signerEmail": "bea@example.org", "serialNumber": "4b8fb50580addee25361c1efe3109d4e"}', ts
  from made, generate_series(0, people - 1) k where done;

insert into uploads (token_hash, body_ref, owner_id, holder_id, purpose, file_id, transaction_id, recipient_id, mime, max_size, reserved, status, size, hash, expires_at, created_at, stored_at)
  select sha256(convert_to('b' || n || '/' || v, 'utf8')), p || substr(md5('b' || n || '/' || v), 1, 16), owner_id, owner_id,
    (array['file', 'prepared', 'signed', 'signed'])[v], case when v > 1 then file_id end, case when v > 1 then id end,
    case when v > 2 then p || substr(md5('r' || n || '/' || (v - 3)), 1, 16) end, 'application/pdf', 52428800, 100000 + v, 'used', 100000 + v, repeat(md5('h' || n || v), 2), ts, ts, ts
  from made, generate_series(1, 4) v where :uploads and (v <= 2 or (done and v <= 2 + people));

-- One line of the document's history, and five of the transaction's, each with the hash of the one before.
create temporary table lines (like insights) on commit drop;
insert into lines (id, resource_id, resource_type, action, actor, attributes, created_at, number)
  select p || substr(md5('if' || n), 1, 16), file_id, 'document', 'file_created', actor, '{"title": "Agreement.pdf"}', ts, n * 6 + 1 from made;
insert into lines (id, resource_id, resource_type, action, actor, attributes, created_at, number)
  select p || substr(md5('it' || n || '/' || k), 1, 16), id, 'transaction',
    (array['transaction_created', 'transaction_started', 'recipient_invited', 'transaction_signed_by_recipient', 'transaction_completed'])[k],
    actor, '{"title": "Agreement"}', ts + k * interval '1 minute', n * 6 + 1 + k
  from made, generate_series(1, 5) k;
