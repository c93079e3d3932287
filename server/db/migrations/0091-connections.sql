-- How email, payments, AI and backups are connected, if administrators set them up on the page.
create table connection (
  area text primary key,
  -- The variables and their values as JSON, wrapped with the master key.
  sealed bytea not null,
  updated_at timestamptz(3) not null default now()
);
