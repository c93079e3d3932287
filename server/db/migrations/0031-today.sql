-- When the site was last backed up.
create table backup_record (
  only_row boolean primary key default true check (only_row),
  made_at timestamptz(3) not null
);

create index email_message_failed on email_message (failed_at) where failed_at is not null;
