-- Chains the audit log, so that a changed or removed entry is found: docs/decisions/046-audit-chain.md.

create table audit_link (
  position integer primary key,
  -- No foreign key: the link of a removed entry stays, and tells which one it was.
  audit_entry_id integer not null unique,
  -- When the entry was committed; for entries from before this migration, the time that they give.
  added_at timestamptz(3) not null,
  salt uuid not null,
  -- A salted hash of the administrator's id, because the id itself is removed with the account.
  actor bytea,
  -- Of the previous hash and of what never changes in the entry.
  hash bytea not null
);

-- `server/checks/audit-chain.ts` computes the same hash to check it.
create function link_audit_entry(entry audit_entry, added timestamptz, salt uuid) returns void
language plpgsql as $$
declare
  last audit_link;
  link audit_link;
begin
  select * into last from audit_link order by position desc limit 1;
  link.position := coalesce(last.position, 0) + 1;
  link.audit_entry_id := entry.audit_entry_id;
  link.added_at := added::timestamptz(3);
  link.salt := salt;
  link.actor := sha256(convert_to(salt::text || entry.admin_id, 'UTF8'));
  link.hash := sha256(coalesce(last.hash, '') || convert_to(
    jsonb_build_array(link.position, extract(epoch from link.added_at), salt,
      encode(link.actor, 'hex'))::text
    || jsonb_build_array(extract(epoch from entry.created_at), entry.action, entry.subject_type,
      entry.subject_id, entry.detail)::text, 'UTF8'));
  insert into audit_link select link.*;
end $$;

-- Deferred to the commit, so that the lock is the last one that a transaction takes: whoever waits
-- for it has nothing left to wait for. A trigger also covers servers of the previous release.
create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4127007);
  perform link_audit_entry(new, clock_timestamp(), gen_random_uuid());
  return null;
end $$;
create constraint trigger audit_entry_chain after insert on audit_entry
  deferrable initially deferred for each row execute function chain_audit_entry();

-- After the trigger, which has waited for other transactions' entries. Not random, so that a second
-- upgrade after a rollback gives the same hashes.
select link_audit_entry(entry, entry.created_at,
    md5(concat((select community_id from community), entry.audit_entry_id))::uuid)
  from audit_entry entry order by created_at, audit_entry_id;

-- The checkpoint of the audit log in the emails of this mailing.
alter table mailing add column audit_checkpoint text;
