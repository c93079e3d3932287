-- How the last backup and the last trial restore ended, for the page Backups and health.
create table maintenance_run (
  kind text primary key check (kind in ('backup', 'drill')),
  started_at timestamptz(3) not null,
  -- Renewed while it runs, so that a killed one doesn't seem to run forever.
  alive_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Why it failed, in words for keepers.
  problem text
);

-- The place of the last backup, to notice that its disk isn't mounted.
alter table backup_record add column place text;
