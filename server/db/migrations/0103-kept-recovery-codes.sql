-- Whether their owner has said that they saved them, because the page may have closed before. Older ones
-- count as saved.
alter table recovery_code add column is_kept boolean not null default true;
