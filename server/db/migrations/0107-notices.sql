-- What anyone, also without an account, reports as unlawful. Deleted when it is answered.
alter type review_subject add value 'notice';
create table notice (
  notice_id integer generated always as identity primary key,
  what text not null,
  -- The address of the page, or how to find it.
  place text not null,
  why text not null,
  -- For the answer; empty if none was given.
  email text not null,
  -- The sender says that somebody's life may be in danger.
  is_danger boolean not null,
  created_at timestamptz not null
);
