-- What the team has answered to steps of setting up the site that need nothing done.
create table setup_answer (
  step text primary key,
  answer text not null check (answer in ('not-needed', 'right')),
  answered_by uuid references member on delete set null,
  answered_at timestamptz(3) not null
);
