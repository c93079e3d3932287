-- Who may join, invitations, and limits for newcomers.

create table joining_settings (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'open' check (mode in ('open', 'invited', 'asked', 'closed')),
  -- A member's first reply waits until an administrator has read it.
  holds_first_reply boolean not null default false,
  -- How long members count as newcomers; 0: nobody does.
  newcomer_days smallint not null default 0 check (newcomer_days between 0 and 30),
  -- What a newcomer can send in 24 hours.
  newcomer_replies smallint not null default 5 check (newcomer_replies between 1 and 100),
  newcomer_reports smallint not null default 2 check (newcomer_reports between 1 and 30)
);
insert into joining_settings default values;

-- Who used an invitation is stored nowhere; only how often it was used.
create table invitation (
  invitation_id integer primary key generated always as identity,
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  kind text not null check (kind in ('link', 'application', 'list')),
  -- Null for the operator, and once the administrator's account is gone.
  created_by uuid references member on delete set null,
  max_uses smallint not null check (max_uses between 1 and 500),
  uses smallint not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index invitation_created_by on invitation (created_by) where created_by is not null;
create index invitation_expiry on invitation (expires_at);

-- Deleted with the decision, or after 30 days.
create table application (
  application_id integer primary key generated always as identity,
  -- Verified.
  email text not null unique,
  message text not null,
  created_at timestamptz(3) not null
);
create index application_age on application (created_at);

-- Addresses that `npm run invite` has written to, so that it writes to none of them twice: a keyed
-- hash of each, until its invitation expires. It names no invitation.
create table invited_address (
  address_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index invited_address_expiry on invited_address (expires_at);
