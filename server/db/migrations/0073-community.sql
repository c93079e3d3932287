-- Which community this is, so that the backups of two communities can't be mixed up. A restored site
-- has the id that is in its backup.
create table community (
  only_row boolean primary key default true check (only_row),
  community_id uuid not null
);
-- An existing community's id comes from its first account: it is the same again after a rollback, and
-- after a restore of a backup from before this migration.
insert into community (community_id)
select coalesce(
  (select left(encode(sha256(convert_to('folx community ' || member_id, 'UTF8')), 'hex'), 32)::uuid
   from member order by created_at, member_id limit 1),
  gen_random_uuid());
