-- The daily reminder of a member; one who never turned it on has no row.
create type reminder_channel as enum ('push', 'email');
create table reminder (
  member_id uuid primary key references member on delete cascade,
  -- HH:MM in the member's time zone.
  clock_time text not null,
  -- Weekdays of logical days, 0 for Sunday to 6 for Saturday.
  weekdays smallint[] not null
    check (cardinality(weekdays) > 0 and weekdays <@ '{0,1,2,3,4,5,6}'::smallint[]),
  channel reminder_channel not null,
  -- When it is due next, and for which logical day; null while it is off.
  next_at timestamptz(3),
  next_day date,
  -- When the last one was sent, and for which logical day: a day has one at most.
  sent_at timestamptz(3),
  sent_day date,
  check ((next_at is null) = (next_day is null)),
  check ((sent_at is null) = (sent_day is null))
);
create index reminder_next on reminder (next_at) where next_at is not null;
