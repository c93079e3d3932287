-- Whether mails left in a span of time is asked when an administrator looks at the webhook.
create index email_message_sent on email_message (sent_at) where sent_at is not null;
create index mailing_recipient_sent on mailing_recipient (done_at) where status = 'sent';
