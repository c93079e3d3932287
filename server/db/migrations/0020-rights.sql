-- Rights instead of one flag for administrators, who keep all of them. `is_admin` says whether a member
-- has any.

drop trigger member_admin_since on member;
drop index member_admin;

alter table member
  add column rights text[] not null default '{}' check (rights <@ array[
    'stories', 'guidance', 'daily', 'host', 'mail', 'treasurer', 'settings', 'people', 'keeper'
  ]),
  -- The last change of the rights; null while there was none.
  add column rights_changed_at timestamptz(3),
  add column rights_changed_by uuid references member on delete set null;
update member set
  rights = '{stories, guidance, daily, host, mail, treasurer, settings, people, keeper}',
  rights_changed_at = admin_since
  where is_admin;
alter table member drop column is_admin;
alter table member
  add column is_admin boolean not null generated always as (rights <> '{}') stored;

create index member_admin on member (member_id) where is_admin;
create index member_rights_changed_by on member (rights_changed_by)
  where rights_changed_by is not null;

create or replace function note_admin_since() returns trigger language plpgsql as $$
begin
  if new.rights = '{}' then
    new.admin_since := null;
  elsif new.admin_since is null then
    new.admin_since := now();
  end if;
  return new;
end $$;
create trigger member_admin_since before insert or update of rights on member
  for each row execute function note_admin_since();
