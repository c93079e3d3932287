-- What look-alike community usernames share, computed by the server (docs/decisions/044-names.md):
-- null for the names of an older release until a server of this one fills it in.
alter table member
  add column anonymous_username_skeleton text,
  -- An older account has the same skeleton, or the name would be refused today. The team sees them.
  add column has_questionable_name boolean not null default false;
create index member_name_skeleton on member (anonymous_username_skeleton);
create index member_questionable_name on member (anonymous_username_skeleton)
  where has_questionable_name;
-- Only for new names: older ones that look alike stay.
create unique index member_one_name_skeleton on member (anonymous_username_skeleton)
  where not has_questionable_name;

-- The name of a deleted account rests, too, but nobody’s id is kept with it.
alter table former_pseudonym alter column member_id drop not null;
