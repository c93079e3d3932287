-- An administrator who is deciding about a story or a reported reply, so that nobody else does.
create table review_claim (
  review_claim_id integer primary key generated always as identity,
  story_id integer not null references story on delete cascade,
  -- Null for the story itself.
  reply_id integer references reply on delete cascade,
  claimed_by uuid not null references member on delete cascade,
  claimed_until timestamptz(3) not null,
  unique nulls not distinct (story_id, reply_id)
);
create index review_claim_reply on review_claim (reply_id) where reply_id is not null;
create index review_claim_claimed_by on review_claim (claimed_by);

-- When the author of a story sent it again.
create table story_resubmission (
  story_id integer not null references story on delete cascade,
  resubmitted_at timestamptz(3) not null,
  primary key (story_id, resubmitted_at)
);
insert into story_resubmission (story_id, resubmitted_at)
  select story_id, submitted_at from story where submitted_at > created_at;
