-- The checks of the site: what the last ones found, and when a restore was last tried out.

alter type notification_kind add value 'team-check';

-- One row for each check.
create table check_result (
  check_name text primary key,
  state text not null check (state in ('ok', 'warning', 'failed', 'skipped')),
  -- For people; these name no one.
  finding text not null,
  meaning text,
  action text,
  -- Whether the keepers were told that it failed, since it last was fine.
  is_told boolean not null,
  checked_at timestamptz(3) not null
);

create table drill_record (
  only_row boolean primary key default true check (only_row),
  made_at timestamptz(3) not null,
  is_passed boolean not null,
  -- How long it took until the restored site could be used.
  seconds integer not null
);
