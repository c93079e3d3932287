-- The name that a member sees in place of the site's in tabs, on the installed app and in the subjects
-- of emails; null: the site's own.
create type neutral_name as enum ('notes', 'journal', 'daily');
alter table member add column neutral_name neutral_name;
