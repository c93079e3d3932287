-- Jobs send mailings. Rows that are taken for good are left alone by servers of the previous release.
alter table mailing_recipient alter column taken_until set default 'infinity';
update mailing_recipient set taken_until = 'infinity'
where status = 'waiting' and (taken_until is null or taken_until < clock_timestamp());
-- Those of the failed emails that may have arrived.
alter table mailing add column uncertain_count integer not null default 0;
