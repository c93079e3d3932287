-- Whether its author said that they are under 18. Kept with this request only, never with the account.
alter table guidance_request add column is_minor boolean not null default false;
-- An answer to a minor that waits until a second person of the team has read it, who wrote it, and
-- why the second person gave it back. The texts are encrypted like answers.
alter table guidance_question
  add column sealed_proposal bytea,
  add column proposed_by uuid references member on delete set null,
  add column sealed_return_reason bytea;
create index guidance_question_proposer on guidance_question (proposed_by)
  where proposed_by is not null;
