-- An account whose address was verified by somebody else than its maker has no password until its
-- owner chooses one.
alter table member alter column password_hash drop not null;
-- Browsers that signed in before this moment count as strangers' again.
alter table member add column devices_since timestamptz(3);

-- One open code per address and browser: nobody else's request replaces it, and nobody else's
-- guesses end it.
drop table one_time_code;
create table one_time_code (
  email text not null,
  -- SHA-256 of the token in the browser's cookie.
  browser_hash bytea not null,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz(3) not null,
  primary key (email, browser_hash)
);
create index one_time_code_expiry on one_time_code (expires_at);

-- Counters of other limits than today's.
truncate rate_limit;

-- Earlier versions kept addresses and errors in their jobs.
do $$
begin
  if to_regclass('job.job') is not null then
    delete from job.job where name = 'request-reset';
    update job.job set output = null where output is not null;
  end if;
end $$;
