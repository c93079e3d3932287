create table if not exists master_key_check (
  only_row boolean primary key default true check (only_row),
  mark bytea not null
);
create unique index if not exists story_audio_key on story (audio_key) where audio_key is not null;
create index if not exists email_message_to on email_message (to_address);
