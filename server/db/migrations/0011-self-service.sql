-- What a suspended member is told; changes of email addresses that the old address can undo;
-- community usernames that are reserved after a change; the security log.

alter table member add column suspension_reason text;

create table address_change (
  address_change_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- Made by an administrator; otherwise by the member.
  by_admin boolean not null,
  old_email text not null,
  old_email_verified_at timestamptz(3),
  new_email text not null,
  -- SHA-256 of the token in the link that went to the old address.
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  -- Until then the link undoes the change, and nobody else can take the old address.
  undo_until timestamptz(3) not null,
  -- Until then sessions that began through the new address cannot open private writing; null for a
  -- member's own change.
  hold_until timestamptz(3),
  agreed_at timestamptz(3),
  undone_at timestamptz(3)
);
create index address_change_member on address_change (member_id, address_change_id);
create index address_change_old_email on address_change (old_email);

-- The open change that a session began through, and that a password was set through.
alter table session add column address_change_id integer references address_change on delete set null;
alter table member
  add column password_address_change_id integer references address_change on delete set null;
create index session_address_change on session (address_change_id) where address_change_id is not null;
create index member_password_address_change on member (password_address_change_id)
  where password_address_change_id is not null;

-- A new address that a member has yet to confirm with the code that went there.
create table email_change_request (
  member_id uuid primary key references member on delete cascade,
  new_email text not null,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz(3) not null
);

-- A community username that a member gave up. Only what look-alikes share is kept, not the name.
create table former_pseudonym (
  former_pseudonym_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  name_key text not null,
  left_at timestamptz(3) not null
);
create index former_pseudonym_key on former_pseudonym (name_key);
create index former_pseudonym_member on former_pseudonym (member_id, left_at);

-- Sign-ins, failures and changes of one account, for its member. No network or email address.
create table security_event (
  security_event_id bigint primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  kind text not null,
  device text not null,
  -- Failures with one device within an hour share a row.
  times integer not null default 1,
  created_at timestamptz(3) not null
);
create index security_event_member on security_event (member_id, security_event_id desc);
create index security_event_age on security_event (created_at);
