-- Whether a written story was told for listeners: each listener's device reads its words aloud.
alter table story add column another_voice boolean not null default false;
