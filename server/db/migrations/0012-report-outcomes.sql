-- What administrators decided about a member's reports, also once what was reported is gone. It
-- tells whose reports are usually dismissed, and so don't hide anything.
create table report_outcome (
  report_outcome_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- What was reported was removed.
  was_upheld boolean not null,
  decided_at timestamptz(3) not null default now()
);
create index report_outcome_member on report_outcome (member_id, report_outcome_id desc);
