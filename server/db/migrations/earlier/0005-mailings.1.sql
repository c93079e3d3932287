-- Mailings to many, what came of them, and who does not want or cannot get them.

create type mailing_kind as enum ('broadcast', 'daily-message', 'weekly-digest');
create type mailing_status as enum ('scheduled', 'sending', 'paused', 'sent', 'cancelled');

create table mailing (
  mailing_id integer primary key generated always as identity,
  kind mailing_kind not null,
  -- Chosen by the page, so that sending it again adds nothing; the day of an automatic one.
  client_key text not null unique,
  created_by uuid references member on delete set null,
  subject text not null,
  -- Sanitised rich text, without the layout.
  html text not null,
  send_at timestamptz(3) not null,
  status mailing_status not null default 'scheduled',
  -- Fixed when sending begins; the counts beside it are kept by the worker.
  recipient_count integer,
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  skipped_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index mailing_due on mailing (send_at, mailing_id) where status = 'scheduled';
create index mailing_open on mailing (mailing_id) where status in ('sending', 'paused');
create index mailing_newest on mailing (send_at desc, mailing_id desc);
create index mailing_writer on mailing (created_by) where created_by is not null;

create type mailing_recipient_status as enum ('waiting', 'sent', 'failed', 'skipped');

-- One row per person and mailing: a stopped mailing goes on where it was.
create table mailing_recipient (
  mailing_id integer not null references mailing on delete cascade,
  mailing_recipient_id integer generated always as identity,
  -- Null once the account is gone: the row then only counts.
  member_id uuid references member on delete set null,
  status mailing_recipient_status not null default 'waiting',
  -- Not before; automatic mailings wait for the hour of each one's own time zone.
  due_at timestamptz(3) not null,
  -- Taken by a worker until then, so that another takes over after a crash.
  taken_until timestamptz(3),
  attempts smallint not null default 0,
  provider_id text,
  last_error text,
  done_at timestamptz(3),
  primary key (mailing_id, mailing_recipient_id),
  unique (mailing_id, member_id)
);
create index mailing_recipient_waiting on mailing_recipient (due_at, mailing_id, mailing_recipient_id)
  where status = 'waiting';
create index mailing_recipient_member on mailing_recipient (member_id) where member_id is not null;
create index mailing_recipient_provider on mailing_recipient (provider_id) where provider_id is not null;

-- What a member changed from the defaults.
create table mailing_choice (
  member_id uuid not null references member on delete cascade,
  kind mailing_kind not null,
  is_wanted boolean not null,
  changed_at timestamptz(3) not null default now(),
  primary key (member_id, kind)
);

create table email_event (
  email_event_id integer primary key generated always as identity,
  -- The provider's id of the message that told it; each counts once.
  provider_event_id text not null unique,
  email text not null,
  event_type text not null,
  -- As it came, less what nobody needs.
  event_data text not null,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now()
);
create index email_event_newest on email_event (created_at desc, email_event_id desc);

create type suppression_cause as enum ('bounce', 'complaint', 'soft-bounces');

-- Addresses, not members: an address stays suppressed whoever has it.
create table email_suppression (
  email_suppression_id integer primary key generated always as identity,
  email text not null,
  cause suppression_cause not null,
  reason text,
  created_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by uuid references member on delete set null,
  lift_reason text
);
create unique index email_suppression_active on email_suppression (email) where lifted_at is null;
create index email_suppression_newest on email_suppression (created_at desc, email_suppression_id desc)
  where lifted_at is null;
create index email_suppression_lifter on email_suppression (lifted_by) where lifted_by is not null;

-- Soft bounces in a row; a delivery or a lift begins anew.
create table soft_bounce (
  email text primary key,
  bounces smallint not null,
  changed_at timestamptz(3) not null
);

create table email_settings (
  only_row boolean primary key default true check (only_row),
  postal_address text,
  daily_message_on boolean not null default false,
  daily_message_hour smallint not null default 7 check (daily_message_hour between 0 and 23),
  weekly_digest_on boolean not null default false,
  weekly_digest_weekday smallint not null default 0 check (weekly_digest_weekday between 0 and 6),
  weekly_digest_hour smallint not null default 8 check (weekly_digest_hour between 0 and 23)
);
insert into email_settings default values;
