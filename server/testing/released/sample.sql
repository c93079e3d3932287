-- A little of everything. Each part runs after the migration that its first line names, so it is
-- written for the tables as they were then, and later migrations find its rows.
-- The master key is 32 bytes of 7; Ann's key of private writing is 32 bytes of 1.

-- after 0001-accounts-and-stories.sql
do $$ begin
  if to_regclass('master_key_check') is not null then
    insert into master_key_check (mark)
    values ('\x882ed58b0cb30e605ebc054ed727a4dd35ed86aa6e000abff83d0e95ded324fe');
  end if;
end $$;
insert into member (member_id, username, username_key, email, email_verified_at, password_hash,
  anonymous_username, anonymous_username_key, is_admin, time_zone, created_at)
values
  ('00000000-0000-4000-8000-000000000001', 'ann', 'ann', 'ann@example.org', '2026-01-02 08:00Z',
   'none', 'quiet-river', 'quiet-river', false, 'UTC', '2026-01-02 08:00Z'),
  ('00000000-0000-4000-8000-000000000002', 'ben', 'ben', 'ben@example.org', null,
   'none', 'green-hill', 'green-hill', true, 'Europe/Vienna', '2026-01-03 08:00Z');
insert into session (member_id, token_hash, device, created_at, last_seen_at, expires_at)
values ('00000000-0000-4000-8000-000000000001', '\x01', 'Firefox', '2026-01-02 08:00Z',
  '2026-01-12 08:00Z', '2027-01-02 08:00Z');
insert into one_time_code (email, code_hash, expires_at)
values ('eve@example.org', '\x02', '2026-01-02 09:00Z');
insert into password_reset (token_hash, member_id, expires_at)
values ('\x03', '00000000-0000-4000-8000-000000000002', '2026-01-02 09:00Z');
insert into story (member_id, title, category, content, status, created_at, submitted_at)
values
  ('00000000-0000-4000-8000-000000000001', 'Bread for the road', 'faith', E'A tab\tand\nlines, "quotes", \\ and 🌿', 'pending',
   '2026-01-04 08:00Z', '2026-01-05 08:00Z'),
  ('00000000-0000-4000-8000-000000000001', 'A second one', 'purpose', 'Waits.', 'pending',
   '2026-01-04 09:00Z', '2026-01-04 09:00Z');
insert into story (member_id, title, category, caption, audio_state, audio_key, audio_duration, waveform, created_at, submitted_at)
values ('00000000-0000-4000-8000-000000000001', 'A voice', 'faith', 'Some words', 'ready',
  'stories/1.m4a', 4.5, '{0,0.5,1}', '2026-01-04 10:00Z', '2026-01-04 10:00Z');
insert into tag (name, name_key) values ('Bread', 'bread');
insert into story_tag (story_id, tag_id) values (1, 1);
update story set status = 'approved' where story_id <> 2;
insert into reply (story_id, member_id, content, created_at)
values (1, '00000000-0000-4000-8000-000000000002', 'Thank you.', '2026-01-05 08:00Z');
insert into reply (story_id, parent_id, reply_to_id, member_id, content, created_at)
values (1, 1, 1, '00000000-0000-4000-8000-000000000001', 'And you.', '2026-01-05 09:00Z');
update story set reply_count = 2, heart_count = 1 where story_id = 1;
insert into reaction (story_id, member_id, kind, created_at)
values (1, '00000000-0000-4000-8000-000000000002', 'heart', '2026-01-05 08:00Z');
insert into report (story_id, reply_id, member_id, reason, created_at)
values (1, 2, '00000000-0000-4000-8000-000000000002', 'Unkind', '2026-01-06 08:00Z');
insert into audit_entry (admin_id, action, subject_type, subject_id, detail, created_at)
values ('00000000-0000-4000-8000-000000000002', 'story-approved', 'story', '1', '{"a": [1]}', '2026-01-05 07:00Z');
insert into email_message (kind, to_address, subject, text, html, created_at, sent_at)
values ('welcome', 'ann@example.org', 'Welcome', '', '', '2026-01-02 08:00Z', '2026-01-02 08:01Z');
insert into outbox_mail (idempotency_key, to_address, subject, text, html, created_at)
values ('email-1', 'ann@example.org', 'Welcome', 'Hello', '<p>Hello</p>', '2026-01-02 08:01Z');
update website_settings set site_title = 'The well', help_email = 'help@example.org';
insert into rate_limit (key, points, expire) values ('login:1', 2, 1767340800000);

-- after 0002-daily-practice.sql
insert into member_key (member_id, file_key)
values ('00000000-0000-4000-8000-000000000001', 'member-keys/00000000-0000-4000-8000-0000000000aa');
update member set journal_lock_minutes = 5, rest_weekdays = '{0}' where username = 'ann';
insert into mood_entry (member_id, day, sealed, made_at, created_at, updated_at)
values ('00000000-0000-4000-8000-000000000001', '2026-01-06',
  '\x01788aad4124fec40482623872c65a16f590ec6a9f93b9a246e87ec19e5bbcde87715a7868849162c57c75289e2d2219216ac84394c518bb314b3eff135ef2916d097f597417011da5bed038fc912241bdae6421d016a4800f8e830bf8491ac941d87caf3d7ab24d7a1c0c77245c794a0a781e3322ce2dd582d285b90150c401917f8cc21ea1ad8ea0df9c7def8c58770d8212c06aabfefd5764d843af',
  '2026-01-06 20:00Z', '2026-01-06 20:00Z', '2026-01-06 20:00Z');
insert into action_tick values ('00000000-0000-4000-8000-000000000001', '2026-01-06', 'prayer', false);
insert into personal_action (member_id, content, created_at)
values ('00000000-0000-4000-8000-000000000001', 'Walk', '2026-01-06 08:00Z');
insert into personal_action_tick values (1, '00000000-0000-4000-8000-000000000001', '2026-01-06', true);
insert into trivia_question (subject, question, options, answer, explanation, source, created_at, updated_at)
values ('bible', 'Who?', '{A,B}', 'A', 'Because.', 'Genesis 1', '2026-01-06 08:00Z', '2026-01-06 08:00Z');
insert into trivia (day, trivia_question_id, question, options, answer, explanation, source, created_at)
values ('2026-01-06', 1, 'Who?', '{A,B}', 'A', 'Because.', 'Genesis 1', '2026-01-06 08:00Z');
insert into trivia_answer (member_id, day, trivia_id, answer, is_correct, answered_at)
values ('00000000-0000-4000-8000-000000000001', '2026-01-06', 1, 'A', true, '2026-01-06 09:00Z');
insert into daily_content (day, type, format, content, source, created_at, updated_at)
values ('2026-01-06', 'message', 'text', '<p>Peace.</p>', 'manual', '2026-01-06 08:00Z', '2026-01-06 08:00Z');
insert into daily_run (day, started_at, finished_at) values ('2026-01-06', '2026-01-06 07:00Z', '2026-01-06 07:01Z');
-- It depends on the time of the year when it is filled.
update daily_settings set generate_at = '06:00';

-- after 0003-guidance-notifications-settings.sql
insert into guidance_request (member_id, category, answered_at, created_at)
values ('00000000-0000-4000-8000-000000000001', 'faith', '2026-01-08 08:00Z', '2026-01-07 08:00Z');
insert into guidance_question (guidance_request_id, number, sealed_content, asked_at, sealed_response, responded_at, responded_by)
values (1, 1,
  '\x01352faaece3119ab97281db1d4000771c93c1f7ddcfe1a91020fe2ae61db7bf71e1274e4bebcfc333bba4b4be8ac5483200d4e2ab0c3e89b0ca8b5ce088aa5d275c305f0974e4d9c222a6a38977f62b354c414c8b47ddd93d2868c2c30bbc096c8b7c4c7da180e3a2c82e42d2e9496b0573644b32a6be8a3fafb46653c732037b56b0fbf6c4be7f8f37483459a741e8865647a97118b801ec872dfad7',
  '2026-01-07 08:00Z',
  '\x014a238b06b5441593e6c9253ee2a5ba08d9497f9716b8b49c7686ad51f3808bf6a38de194102877731bea5b4023d503087cc3c5bb55678294158e29f974e403d125fa2823de0173e0f835377efca383302e3f0d4100cd2b9d8d509154ad4661e1f6763f69a868c4147086203aa55465a3a035983b32a916bac2a9dbfdddcf393a1fcf28d30a0fe08180a5675dc2080497010ac2d326598239d579f112',
  '2026-01-08 08:00Z', '00000000-0000-4000-8000-000000000002');
insert into guidance_response_version (guidance_request_id, number, sealed_response, replaced_at)
values (1, 1, '\x01', '2026-01-08 07:00Z');
insert into notification (member_id, kind, subject_id, created_at, updated_at)
values ('00000000-0000-4000-8000-000000000001', 'story-reply', 1, '2026-01-05 08:00Z', '2026-01-05 08:00Z');
insert into notification_choice values ('00000000-0000-4000-8000-000000000001', 'story-reply', true, false, false);
insert into push_subscription (member_id, endpoint, p256dh, auth, created_at)
values ('00000000-0000-4000-8000-000000000001', 'https://push.example.org/1', 'p', 'a', '2026-01-05 08:00Z');
update member set suspended_at = '2026-01-09 08:00Z', quiet_from = '22:00', quiet_to = '07:00' where username = 'ann';
update website_settings set answer_promise_hours = 24, helplines = '[{"name": "Help", "phone": "1"}]';

-- after 0004-shop.sql
insert into product (title, description, price_cents, product_type, created_at, updated_at)
values ('A guide', '<p>Pages</p>', 900, 'one_time', '2026-01-04 08:00Z', '2026-01-04 08:00Z');
insert into product_price values (11, 'test', 900, 'one_time', 'A guide', 'product-1', 'price-1');
insert into payment_customer values ('00000000-0000-4000-8000-000000000002', 'test', 'customer-1', '2026-01-10 08:00Z');
insert into checkout (checkout_id, member_id, product_id, provider, product_type, price_cents, session_ref, status, created_at, expires_at, finished_at)
values ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-000000000002', 11, 'test', 'one_time', 900,
  'session-1', 'complete', '2026-01-10 08:00Z', '2026-01-10 09:00Z', '2026-01-10 08:05Z');
insert into purchase (member_id, product_id, product_type, title, price_cents, provider, checkout_id, state, purchased_at)
values ('00000000-0000-4000-8000-000000000002', 11, 'one_time', 'A guide', 900, 'test',
  '00000000-0000-4000-8000-00000000000c', 'owned', '2026-01-10 08:05Z');
insert into payment (purchase_id, checkout_id, provider, payment_ref, status, amount_cents, refunded_cents, paid_at)
values (1, '00000000-0000-4000-8000-00000000000c', 'test', 'payment-1', 'paid', 900, 100, '2026-01-10 08:05Z');
insert into payment_event values ('test', 'event-1', 'paid', '{"session": "session-1"}', '2026-01-10 08:05Z', '2026-01-10 08:05Z');
insert into payment_comparison (started_at, finished_at) values ('2026-01-11 08:00Z', '2026-01-11 08:01Z');
insert into payment_mismatch (purchase_id, sentence, is_mended, found_at) values (1, 'It differed.', true, '2026-01-11 08:00Z');
insert into till_price values ('price-1', 'product-1', 11, 'A guide', 'one_time', 900);
insert into till_customer values ('customer-1', '00000000-0000-4000-8000-000000000002', 'ben@example.org');
insert into till_session (session_ref, checkout_id, customer_ref, price_ref, state, success_url, cancel_url, expires_at, created_at)
values ('session-1', '00000000-0000-4000-8000-00000000000c', 'customer-1', 'price-1', 'paid', '/ok', '/no', '2026-01-10 09:00Z', '2026-01-10 08:00Z');
insert into till_record (session_ref, state, period_start, created_at)
values ('session-1', 'paid', '2026-01-10 08:05Z', '2026-01-10 08:05Z');
insert into till_payment (payment_ref, till_record_id, state, amount_cents, paid_at)
values ('payment-1', 1, 'paid', 900, '2026-01-10 08:05Z');

-- after 0005-mailings.sql
insert into mailing (kind, client_key, created_by, subject, html, send_at, status, recipient_count, sent_count, created_at, finished_at)
values ('broadcast', 'broadcast-1', '00000000-0000-4000-8000-000000000002', 'News', '<p>News</p>', '2026-01-11 08:00Z', 'sent', 1, 1,
  '2026-01-11 07:00Z', '2026-01-11 08:01Z');
insert into mailing_recipient (mailing_id, member_id, status, due_at, done_at)
values (1, '00000000-0000-4000-8000-000000000001', 'sent', '2026-01-11 08:00Z', '2026-01-11 08:01Z');
insert into mailing_choice values ('00000000-0000-4000-8000-000000000001', 'weekly-digest', false, '2026-01-11 08:00Z');
insert into email_event (provider_event_id, email, event_type, event_data, created_at, received_at)
values ('event-1', 'ann@example.org', 'delivered', '{}', '2026-01-11 08:02Z', '2026-01-11 08:02Z');
insert into email_suppression (email, cause, created_at) values ('eve@example.org', 'bounce', '2026-01-11 08:03Z');
do $$ begin
  if to_regclass('soft_bounce') is not null then
    insert into soft_bounce values ('ann@example.org', 2, '2026-01-11 08:03Z');
  end if;
end $$;
update email_settings set postal_address = '1 Well Street';
-- By the trigger that newer texts of this migration have.
insert into story (member_id, title, category, content, status, created_at, submitted_at)
values ('00000000-0000-4000-8000-000000000002', 'Later', 'mindset', 'Words.', 'approved', '2026-01-11 09:00Z', '2026-01-11 09:00Z');

-- after 0006-live.sql
insert into live_session (started_by, started_at, ended_at, node_id, node_url, seen_at, participant_count)
values ('00000000-0000-4000-8000-000000000002', '2026-01-12 18:00Z', '2026-01-12 19:00Z',
  '00000000-0000-4000-8000-00000000000e', 'http://127.0.0.1:3000', '2026-01-12 19:00Z', 2);
insert into live_removal values (1, '00000000-0000-4000-8000-000000000001', '2026-01-12 18:30Z');
insert into live_ticket values ('\x04', 1, '00000000-0000-4000-8000-000000000001', 1, '2026-01-12 18:05Z');
insert into live_recording (live_session_id, status, started_by, started_at, ended_at, duration, size, file_key, title)
values (1, 'ready', '00000000-0000-4000-8000-000000000002', '2026-01-12 18:01Z', '2026-01-12 18:59Z', 3480, 7, 'live/1.m4a', 'January');
update live_settings set retention_days = 30;

-- after 0009-account-safety.sql
update member set devices_since = '2026-01-12 08:00Z' where username = 'ann';
insert into one_time_code (email, browser_hash, code_hash, expires_at)
values ('eve@example.org', '\x05', '\x06', '2026-01-13 09:00Z');
insert into rate_limit (key, points, expire) values ('login:2', 1, 1767340800000);

-- after 0010-second-factors.sql
update session set stepped_up_at = '2026-01-12 08:00Z';
insert into passkey (member_id, credential_id, public_key, counter, transports, name, created_at)
values ('00000000-0000-4000-8000-000000000001', 'credential-1', '\x07', 0, '{usb}', 'Key', '2026-01-12 08:00Z');
insert into authenticator_app (member_id, sealed_secret, created_at, confirmed_at)
values ('00000000-0000-4000-8000-000000000001',
  '\x01436558df8db858a94c049d10450d74bb1626c6c4893eb4fe45e44e5c065a583e1b7b6ff7139d79bf45429d398dedbe7a09afd76d20c4d8d0fea5c03ac5a78856d1cf97892af6e88c9d130d8bac9f124d24e386bca5734cfc9624bb2e9c80ecb2a5e52232801114e2d07b377c8f6aae7d55644c8b6ccf2d0f7b77029632d0efc831d5320f0a07a3c1ddbc801e74c835163e30aed8ad3959156c6991fa',
  '2026-01-12 08:00Z', '2026-01-12 08:01Z');
insert into recovery_code values ('00000000-0000-4000-8000-000000000001', '\x08', null);
insert into passkey_challenge values ('challenge-1', '\x09', '2026-01-12 08:05Z');
do $$ begin
  if exists (select from pg_attribute where attrelid = 'pending_sign_in'::regclass and attname = 'device') then
    insert into pending_sign_in (token_hash, member_id, device, expires_at)
    values ('\x0a', '00000000-0000-4000-8000-000000000001', 'Firefox', '2026-01-12 08:05Z');
  else
    insert into pending_sign_in (token_hash, member_id, expires_at)
    values ('\x0a', '00000000-0000-4000-8000-000000000001', '2026-01-12 08:05Z');
  end if;
end $$;
update factor_policy set admins_since = '2026-01-12 08:00Z';

-- after 0011-self-service.sql
update member set suspension_reason = 'A pause' where username = 'ann';
insert into address_change (member_id, by_admin, old_email, new_email, token_hash, created_at, undo_until)
values ('00000000-0000-4000-8000-000000000001', false, 'anna@example.org', 'ann@example.org', '\x0b', '2026-01-12 08:00Z', '2026-01-19 08:00Z');
update session set address_change_id = 1;
insert into email_change_request (member_id, new_email, code_hash, expires_at)
values ('00000000-0000-4000-8000-000000000002', 'benjamin@example.org', '\x0c', '2026-01-12 09:00Z');
insert into former_pseudonym (member_id, name_key, left_at)
values ('00000000-0000-4000-8000-000000000001', 'old-river', '2026-01-12 08:00Z');
insert into security_event (member_id, kind, device, created_at)
values ('00000000-0000-4000-8000-000000000001', 'sign-in', 'Firefox', '2026-01-12 08:00Z');

-- after 0012-report-outcomes.sql
insert into report_outcome (member_id, was_upheld, decided_at)
values ('00000000-0000-4000-8000-000000000002', true, '2026-01-13 08:00Z');

-- after 0020-rights.sql
update member set rights_changed_at = '2026-01-13 08:00Z' where username = 'ben';

-- after 0021-team-notices.sql
insert into notification (member_id, kind, subject_id, created_at, updated_at)
values ('00000000-0000-4000-8000-000000000002', 'team-story', 2, '2026-01-13 08:00Z', '2026-01-13 08:00Z');
update member set team_mailed_at = '2026-01-13 08:00Z' where username = 'ben';

-- after 0030-review-queue.sql
insert into review_claim (story_id, reply_id, claimed_by, claimed_until)
values (1, 2, '00000000-0000-4000-8000-000000000002', '2026-01-13 08:10Z');
insert into story_resubmission values (2, '2026-01-13 08:00Z');

-- after 0031-today.sql
insert into backup_record (made_at) values ('2026-01-13 03:00Z');

-- after 0040-joining.sql
update joining_settings set mode = 'asked', newcomer_days = 7;
insert into invitation (token_hash, kind, created_by, max_uses, uses, created_at, expires_at)
values ('\x0d', 'link', '00000000-0000-4000-8000-000000000002', 5, 1, '2026-01-13 08:00Z', '2026-02-13 08:00Z');
insert into application (email, message, created_at) values ('cat@example.org', 'May I?', '2026-01-13 08:00Z');
insert into invited_address values ('\x0e', '2026-02-13 08:00Z');

-- after 0041-first-replies.sql
insert into reply (story_id, member_id, content, created_at, hidden_at, held_at)
values (3, '00000000-0000-4000-8000-000000000002', 'Held.', '2026-01-13 08:00Z', '2026-01-13 08:00Z', '2026-01-13 08:00Z');

-- after 0042-keeper.sql
insert into check_result (check_name, state, finding, is_told, checked_at)
values ('disk', 'ok', 'There is room.', false, '2026-01-13 08:00Z');
insert into drill_record (made_at, is_passed, seconds) values ('2026-01-13 04:00Z', true, 30);

-- after 0044-mutes-and-team-messages.sql
insert into mute values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-0000000000bb', '2026-01-13 08:00Z');
insert into team_message (member_id, kind, story_id, reply_id, is_about_reply, words, created_at)
values ('00000000-0000-4000-8000-000000000001', 'warning', 1, 2, true, 'Please be kind.', '2026-01-13 08:00Z');

-- after 0045-users.sql
update member set last_seen_week = '2026-01-12', suspension_count = 2 where username = 'ann';

-- after 0046-refunds-and-audit-filters.sql
update payment set refund_started_at = '2026-01-13 08:00Z';

-- after 0047-currency.sql
update website_settings set currency = 'eur';

-- after 0048-broadcast-groups.sql
insert into mailing (kind, client_key, subject, html, send_at, recipient_group, product_id, preheader, created_at)
values ('broadcast', 'broadcast-2', 'To buyers', '<p>Thanks</p>', '2027-01-13 08:00Z', 'buyers', 11, 'Thanks', '2026-01-13 08:00Z');

-- after 0050-live-stage.sql
insert into live_cohost values (1, '00000000-0000-4000-8000-000000000001');

-- after 0051-prayer.sql
insert into prayer_request (member_id, content, status, approved_at, ends_at, created_at, submitted_at)
values ('00000000-0000-4000-8000-000000000001', 'For rain', 'approved', '2026-01-13 08:00Z', '2027-01-13 08:00Z', '2026-01-13 07:00Z', '2026-01-13 07:00Z');
insert into prayer_mark values ('\x0f', '2026-01-13');
insert into prayer_report (prayer_request_id, member_id, reason, created_at)
values (1, '00000000-0000-4000-8000-000000000002', 'A name', '2026-01-13 08:00Z');

-- after 0066-local-names.sql
update website_settings set local_names = '{Mill Lane}';

-- after 0067-neutral-names.sql
update member set neutral_name = 'journal' where username = 'ann';

-- after 0068-reminder.sql
insert into reminder (member_id, clock_time, weekdays, channel, next_at, next_day)
values ('00000000-0000-4000-8000-000000000001', '20:00', '{1,2,3}', 'email', '2027-01-13 20:00Z', '2027-01-13');

-- after 0071-transcripts.sql
update story set caption_lines = '[{"startMs": 0, "text": "Some words"}]' where story_id = 3;
insert into transcript (story_id, state, text, lines, source, changed_at)
values (3, 'review', 'Some words', '[]', 'author', '2026-01-13 08:00Z');

-- after 0075-mailing-jobs.sql
update mailing set failed_count = 1, uncertain_count = 1 where client_key = 'broadcast-1';

-- after 0080-review-desk.sql
update review_item set claimed_by = '00000000-0000-4000-8000-000000000002', claimed_until = '2026-01-13 08:10Z'
where subject = 'story';

-- after 0083-administration.sql
update invitation set name = 'Sunday group';
update website_settings set backup_time = '03:15';

-- after 0084-audit-chain.sql
update mailing set audit_checkpoint = 'Entry 1, 0123-4567-89ab-cdef-0123, 2026-01-05 07:00 UTC'
where client_key = 'broadcast-1';

-- after 0090-another-voice.sql
update story set another_voice = true where title = 'Later';

-- after 0091-connections.sql
insert into connection (area, sealed, updated_at) values ('ai', '\x01', '2026-01-13 08:00Z');

-- after 0097-live-kept.sql
insert into live_attendance values (1, '00000000-0000-4000-8000-000000000001', true, true, false, '2026-01-12 18:20Z');
insert into live_question values (1, 1, '00000000-0000-4000-8000-000000000001', 'Quiet Oak', '\x01', 'shown', false, false);

-- after 0099-maintenance-runs.sql
insert into maintenance_run (kind, started_at, alive_at, ended_at, problem)
values ('backup', '2026-01-13 03:00Z', '2026-01-13 03:01Z', '2026-01-13 03:01Z', 'The disk is full.');

-- after 0102-setup-answers.sql
insert into setup_answer (step, answer, answered_by, answered_at)
select 'payments', 'not-needed', member_id, '2026-01-13 03:00Z' from member limit 1;

-- after 0104-confidentiality.sql
update website_settings set confidentiality_limit = 'If a child is in danger, we must act.';

-- after 0105-house-rules.sql
update website_settings set house_rules = '<h2>Be kind</h2><p>Always.</p>';

-- after 0106-adults-only.sql
update website_settings set adults_only = true;

-- after 0107-notices.sql
insert into notice (what, place, why, email, is_danger, created_at)
values ('A story', '/flow?story=1', 'It names a child.', 'cat@example.org', true, '2026-01-13 08:00Z');
insert into review_item (subject, subject_id, waiting_since, version)
values ('notice', 1, '2026-01-13 08:00Z', '2026-01-13 08:00Z');

-- after 0108-second-looks.sql
insert into second_look (member_id, subject, subject_id, decided_at, decided_by, words, created_at)
values ('00000000-0000-4000-8000-000000000001', 'warning', 1, '2026-01-13 08:00Z',
  '00000000-0000-4000-8000-000000000002', 'I named nobody.', '2026-01-13 09:00Z');
insert into review_item (subject, subject_id, waiting_since, version)
values ('second-look', 1, '2026-01-13 09:00Z', '2026-01-13 09:00Z');

-- after 0113-removals.sql
insert into team_message (member_id, kind, is_about_reply, words, sent_by, created_at, removed_title,
  removed_text)
values ('00000000-0000-4000-8000-000000000001', 'removal', false, 'It names a street.',
  '00000000-0000-4000-8000-000000000002', '2026-01-14 08:00Z', 'A street', 'We met on a street.');

-- after 0114-suspension-looks.sql
update suspension set suspended_by = '00000000-0000-4000-8000-000000000002';
insert into decision_wait (decided_at, hours) values ('2026-01-13 10:00Z', 7);
