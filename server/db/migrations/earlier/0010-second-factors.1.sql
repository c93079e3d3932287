-- Second factors: passkeys, authenticator apps and recovery codes; sign-ins that wait for one; the
-- rule that administrators need one.

alter table session
  -- When the person last proved who they are in this session; null after a sign-in by emailed code.
  add column stepped_up_at timestamptz(3);

-- Since when the member is an administrator, from which the grace period counts.
alter table member add column admin_since timestamptz(3);
update member set admin_since = now() where is_admin;
create function note_admin_since() returns trigger language plpgsql as $$
begin
  if not new.is_admin then
    new.admin_since := null;
  elsif new.admin_since is null then
    new.admin_since := now();
  end if;
  return new;
end $$;
create trigger member_admin_since before insert or update of is_admin on member
  for each row execute function note_admin_since();

create table passkey (
  passkey_id integer primary key generated always as identity,
  member_id uuid not null references member on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  -- COSE key.
  public_key bytea not null,
  -- Signatures made so far; stays 0 with authenticators that do not count.
  counter bigint not null,
  -- How browsers reach the authenticator: usb, nfc, ble, hybrid, internal.
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_member on passkey (member_id);

create table authenticator_app (
  member_id uuid primary key references member on delete cascade,
  -- Sealed under the member's key.
  sealed_secret bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Null until its first code has been entered; it counts as a factor from then on.
  confirmed_at timestamptz(3),
  -- The 30-second step of the last accepted code: that one and earlier ones are refused.
  last_step bigint
);

create table recovery_code (
  member_id uuid not null references member on delete cascade,
  -- SHA-256 of the member's id and the code, which has 80 random bits.
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (member_id, code_hash)
);

-- Challenges that browsers were given for a passkey; deleted when used.
create table passkey_challenge (
  challenge text primary key,
  -- SHA-256 of the session or browser that asked, and of what for.
  holder_hash bytea not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- A right password or emailed code that waits for the second factor.
create table pending_sign_in (
  -- SHA-256 of the token in the browser's cookie.
  token_hash bytea primary key,
  member_id uuid not null references member on delete cascade,
  device text not null,
  expires_at timestamptz(3) not null
);
create index pending_sign_in_member on pending_sign_in (member_id);

create table factor_policy (
  only_row boolean primary key default true check (only_row),
  -- Since when administrators need a second factor; null while they do not.
  admins_since timestamptz(3)
);
insert into factor_policy default values;
