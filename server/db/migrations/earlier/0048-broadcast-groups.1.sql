-- Who a broadcast is for, the line that inboxes show after its subject, and what came of it.

create type recipient_group as enum ('everyone', 'access', 'buyers', 'inactive');

alter table mailing
  -- Empty: the beginning of the text stands there.
  add column preheader text not null default '',
  add column recipient_group recipient_group not null default 'everyone',
  -- Of the group of its buyers.
  add column product_id integer references product,
  -- What carries it: the email provider when sending began.
  add column provider text,
  -- Counts up with each change, so that nobody overwrites what somebody else has just written.
  add column version integer not null default 1,
  add column bounced_count integer not null default 0,
  -- Recipients who unsubscribed with the link in it.
  add column unsubscribed_count integer not null default 0,
  add constraint mailing_group check ((recipient_group = 'buyers') = (product_id is not null));
create index mailing_of_product on mailing (product_id) where product_id is not null;

-- So that each recipient counts once.
alter table mailing_recipient
  add column bounced_at timestamptz(3),
  add column unsubscribed_at timestamptz(3);
