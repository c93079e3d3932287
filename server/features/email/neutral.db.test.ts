import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { emailEndpoints } from '#contract/email.ts'
import { emailChangeEndpoints } from '#contract/email-changes.ts'
import { NEUTRAL_NAMES } from '#contract/neutral-names.ts'
import { openMailSite, waitUntilSent } from '#server/testing/mail-node.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'
import { type MailKind, queueMail, senderFor } from './service.ts'
import { neutralSubject } from './templates/neutral-subject.ts'

const { changeUser, requestOtp } = accountEndpoints

/** Each kind of email, so that a new one can't be forgotten. */
const SUBJECTS: Record<MailKind, string> = {
  code: 'Notes: your code',
  'email-code': 'Notes: your code',
  reset: 'Notes: your link',
  welcome: 'Notes: welcome',
  'password-changed': 'Notes: account notice',
  'factors-changed': 'Notes: account notice',
  'factors-failed': 'Notes: account notice',
  'email-changed': 'Notes: account notice',
  'email-in-use': 'Notes: account notice',
  'email-change-undone': 'Notes: account notice',
  'payment-failed': 'Notes: account notice',
  'payment-refunded': 'Notes: account notice',
  'suspension-answered': 'Notes: account notice',
  'connection-changed': 'Notes: account notice',
  'story-approved': 'Notes: something new',
  'story-returned': 'Notes: something new',
  notification: 'Notes: something new',
  invitation: 'Notes: something new',
  'application-declined': 'Notes: something new',
  'notice-answered': 'Notes: something new',
  reminder: 'Notes: your reminder',
}

test('every kind of email to a member with a neutral name has a neutral subject', async ({
  api,
  world,
  context,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  await api.as(member).call(changeUser, { body: { neutralName: 'notes' } })
  const mail = { subject: 'Folx tells all', text: 'The text stays.', html: '<p>It stays.</p>' }
  // The kinds are the keys of a record of all kinds.
  for (const kind of Object.keys(SUBJECTS) as MailKind[]) {
    await queueMail(context, context.db, { kind, to: member.email, mail })
  }
  await queueMail(context, context.db, { kind: 'welcome', to: other.email, mail })
  const rows = await context.db
    .selectFrom('emailMessage')
    .select(['kind', 'subject'])
    .where('toAddress', '=', member.email)
    .execute()
  const forgotten = ['invitation', 'application-declined', 'notice-answered']
  const kept = rows.filter(({ kind }) => !forgotten.includes(kind))
  for (const { kind, subject } of kept) expect(subject, kind).toBe(SUBJECTS[kind as MailKind])
  expect(kept).toHaveLength(Object.keys(SUBJECTS).length - forgotten.length)
  const welcome = await waitForMail(context.db, { to: member.email, subject: /^Notes: welcome$/ })
  expect(welcome.text).toContain('The text stays.')
  await waitForMail(context.db, { to: other.email, subject: /^Folx tells all$/ })
})

test('an email to an old address about a change has the neutral name, too', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member({ email: 'before-move@example.org' })
  const own = api.as(member)
  await own.call(changeUser, { body: { neutralName: 'journal' } })
  const to = 'after-move@example.org'
  await own.call(emailChangeEndpoints.start, { body: { newEmail: to } })
  const code = codeIn(await waitForMail(context.db, { to, subject: /^Journal: your code$/ }))
  await own.call(emailChangeEndpoints.confirm, { body: { code } })
  await waitForMail(context.db, { to: member.email, subject: /^Journal: account notice$/ })
  const subjects = (await mailsTo(context.db, member.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('Folx'))).toEqual([])
})

test('without a neutral name, or after it is removed, emails have the site’s name', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const own = api.as(member)
  expect(await own.call(changeUser, { body: { neutralName: 'daily' } })).toMatchObject({
    neutralName: 'daily',
  })
  expect(await own.call(changeUser, { body: { neutralName: null } })).toMatchObject({
    neutralName: null,
  })
  await api.call(requestOtp, { body: { email: member.email } })
  const { subject } = await waitForMail(context.db, { to: member.email, subject: /code/i })
  expect(subject).toContain('Folx')
  const refusal = await own.refuse(changeUser, { body: JSON.parse('{"neutralName":"Folx"}') })
  expect(refusal).toMatchObject({ status: 400, fields: { neutralName: 'Choose a name.' } })
})

test('a mailing has a neutral subject and sender for members with a neutral name, and its own for others', async () => {
  const { server, node } = await openMailSite()
  const admin = await node.world.admin()
  const member = await node.world.member()
  await node.api.as(member).call(changeUser, { body: { neutralName: 'daily' } })
  const { id } = await node.api.as(admin).call(emailEndpoints.sendBroadcast, {
    body: { subject: 'Folx news', html: '<p>The room opens on Thursday.</p>' },
  })
  await waitUntilSent(node.context.db, id)
  const mailTo = (email: string) => server.taken.find(({ to }) => to === email)?.mail
  expect(mailTo(member.email)).toMatchObject({
    subject: 'Daily: something new',
    from: { name: 'Daily', address: mailTo(admin.email)?.from?.address },
  })
  expect(mailTo(admin.email)).toMatchObject({ subject: 'Folx news' })
  expect(mailTo(admin.email)?.from?.name).not.toBe('Daily')
})

test.each(Object.keys(NEUTRAL_NAMES) as (keyof typeof NEUTRAL_NAMES)[])(
  'the sender of an email under %s has that name and the same address',
  (name) => {
    const subject = neutralSubject(name, 'reset')
    const label = NEUTRAL_NAMES[name]
    expect(senderFor('Folx <hello@folx.example>', subject)).toBe(`${label} <hello@folx.example>`)
    expect(senderFor('hello@folx.example', subject)).toBe(`${label} <hello@folx.example>`)
    expect(senderFor('Folx <hello@folx.example>', 'Notes: a story')).toBe(
      'Folx <hello@folx.example>',
    )
  },
)
