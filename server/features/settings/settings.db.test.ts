import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/durations.ts'
import { ruleEndpoints, ruleLine } from '#contract/rules.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import { plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { announced } from '#server/testing/announced.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'

const { get, save } = settingsEndpoints

const LINE = { name: 'A friend at night', phone: '+1 555 0100', textNumber: null, url: null }

interface SavedChange {
  adminId: string | null
  subjectId: string
  detail: unknown
}

/** The audit log's entries about the settings, newest first. */
function changesIn({ db }: Context): Promise<SavedChange[]> {
  return db
    .selectFrom('auditEntry')
    .select(['adminId', 'subjectId', 'detail'])
    .where('action', '=', 'settings-changed')
    .orderBy('auditEntryId', 'desc')
    .execute()
}

test('a new site has its defaults', async ({ api }) => {
  expect(await api.call(get)).toEqual({
    siteTitle: 'Folx',
    logoUrl: null,
    footerImage1: null,
    footerImage2: null,
    helpEmail: null,
    timeZone: 'America/Chicago',
    answerPromiseHours: 48,
    confidentialityLimit: 'If someone is in danger, we may have to act.',
    adultsOnly: false,
    helplines: [],
    coaching: { time: '19:00', exceptions: [] },
    membershipProductId: 10,
    currency: 'usd',
    restoredFrom: null,
    version: expect.any(String),
  })
})

test('a title that is written from right to left can’t reorder the subject of an email', async ({
  api,
  world,
  context,
}) => {
  const { email } = await world.member()
  await api.as(await world.admin()).call(save, { body: { siteTitle: 'בית האור' } })
  await api.call(accountEndpoints.forgotPassword, { body: { email } })
  const mail = await waitForMail(context.db, { to: email, subject: /^Choose a new password/ })
  expect(mail.subject).toBe('Choose a new password for \u2068בית האור\u2069')
  expect(mail.html).toContain('\u2068בית האור\u2069')
})

test('saving changes only the given settings, for everyone at once', async ({ api, world }) => {
  const admin = await world.admin()
  const before = await api.call(get)
  const coaching = { time: '18:30', exceptions: [{ date: '2031-05-08', movedTo: null }] }
  const first = { siteTitle: '  Paths  ', helpEmail: 'Help@Example.org', helplines: [LINE] }
  const changed = {
    ...before,
    siteTitle: 'Paths',
    helpEmail: 'help@example.org',
    helplines: [LINE],
    version: expect.any(String),
  }
  expect(await api.as(admin).call(save, { body: first })).toEqual(changed)
  expect(await api.call(get)).toEqual(changed)

  const confidentialityLimit = 'If a child is in danger, the law makes us act.'
  const second = {
    answerPromiseHours: 24,
    confidentialityLimit,
    coaching,
    membershipProductId: await world.product(),
  }
  expect(await api.as(admin).call(save, { body: second })).toEqual({ ...changed, ...second })
  const third = { helpEmail: null, helplines: [] }
  await api.as(admin).call(save, { body: third })
  expect(await api.call(get)).toEqual({ ...changed, ...second, ...third })
})

test('the audit log records who changed which settings, but not their values', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const current = await api.call(get)
  const body = {
    siteTitle: 'Remembered',
    helpEmail: 'remembered@example.org',
    timeZone: current.timeZone,
    helplines: current.helplines,
  }
  await api.as(admin).call(save, { body })
  expect((await changesIn(context))[0]).toEqual({
    adminId: admin.id,
    subjectId: 'website',
    detail: { changed: ['siteTitle', 'helpEmail'] },
  })
  const count = (await changesIn(context)).length
  const received = await announced(context, async () => {
    await api.as(admin).call(save, { body })
    await api.as(admin).call(save, { body: {} })
  })
  expect(received).toEqual([])
  expect(await changesIn(context)).toHaveLength(count)
})

test('a change is announced, and a new time zone to the daily pages too', async ({
  api,
  context,
  admin,
}) => {
  const topics = (changes: Change[]) =>
    changes.flatMap((change) => (change.kind === 'topic' ? change.topic : []))
  const title = () => admin.call(save, { body: { siteTitle: 'Announced' } })
  expect(topics(await announced(context, title))).toEqual(['settings'])
  const zone = () => admin.call(save, { body: { timeZone: 'Pacific/Auckland' } })
  expect(topics(await announced(context, zone))).toEqual(['settings', 'daily'])
  expect((await api.call(get)).timeZone).toBe('Pacific/Auckland')
})

/** A schedule with the sessions of these days canceled. */
function coachingOn(...days: string[]) {
  return { coaching: { time: '19:00', exceptions: days.map((date) => ({ date, movedTo: null })) } }
}

test.for([
  [{ siteTitle: '   ' }, 'siteTitle', 'Site title is required'],
  [{ siteTitle: 'x'.repeat(41) }, 'siteTitle', 'The site title must be 40 characters or less.'],
  [{ siteTitle: 'Folx\nCommunity' }, 'siteTitle', 'Enter a single line of text.'],
  [{ helpEmail: 'nobody' }, 'helpEmail', 'Invalid email address'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'Choose a time zone.'],
  [{ answerPromiseHours: 0 }, 'answerPromiseHours', 'Enter at least one hour.'],
  [{ answerPromiseHours: 1.5 }, 'answerPromiseHours', 'Enter whole hours.'],
  [{ adultsOnly: null }, 'adultsOnly', 'Some of this isn’t valid.'],
  [{ helplines: [{ ...LINE, phone: null }] }, 'helplines', 'Enter a phone number'],
  [{ helplines: Array(6).fill(LINE) }, 'helplines', 'Give at most five helplines.'],
  [{ helplines: [{ ...LINE, url: 'javascript:alert(1)' }] }, 'helplines', 'https://'],
  [{ coaching: { time: '25:00', exceptions: [] } }, 'coaching', 'Enter a time as HH:MM.'],
  [coachingOn('2031-05-08', '2031-05-08'), 'coaching', 'This day has an exception already.'],
  [coachingOn('2031-05-15'), 'coaching', 'Choose the second Thursday of a month.'],
  [coachingOn('2031-05-07'), 'coaching', 'Choose the second Thursday of a month.'],
  [coachingOn('2031-13-11'), 'coaching', 'Enter a date as YYYY-MM-DD.'],
  [
    { membershipProductId: 2_000_000_000 },
    'membershipProductId',
    'There’s no product with this id.',
  ],
  [{ logoUrl: 'https://elsewhere.example/x.png' }, 'logoUrl', 'Upload the image first.'],
  [{ logoUrl: `/api/images/${'a'.repeat(64)}.webp` }, 'logoUrl', 'Upload the image first.'],
  [
    { siteTitle: 'Half', footerImage2: `/api/images/${'b'.repeat(64)}.webp` },
    'footerImage2',
    'Upload the image first.',
  ],
] as const)('%j is refused and changes nothing', async ([body, field, words], { api, admin }) => {
  const before = await api.call(get)
  const refusal = await admin.refuse(save, { body: { ...body } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(refusal.fields?.[field]).toContain(words)
  expect(await api.call(get)).toEqual(before)
})

test('concurrent saves keep every change', async ({ api, world, admin }) => {
  const bodies = [
    { siteTitle: 'Together' },
    { answerPromiseHours: 12 },
    { membershipProductId: await world.product() },
    { helpEmail: 'together@example.org' },
    { timeZone: 'Africa/Accra' },
  ]
  await Promise.all(bodies.map((body) => admin.call(save, { body })))
  expect(await api.call(get)).toMatchObject(Object.assign({}, ...bodies) as object)
})

test('a community has the built-in house rules until it writes its own, and can have them again', async ({
  api,
  admin,
  context,
}) => {
  const builtIn = await api.call(ruleEndpoints.read)
  expect(builtIn.isBuiltIn).toBe(true)
  expect(builtIn.headings).toEqual([
    'Be kind',
    'Protect privacy',
    'Be honest',
    'Nothing for sale',
    'Keep everyone safe',
  ])
  expect(sanitizeHtml(builtIn.html)).toBe(builtIn.html)
  expect(plainTextOf(builtIn.html).split(/\s+/).length).toBeLessThanOrEqual(300)
  expect(await api.call(get)).not.toHaveProperty('houseRules')

  const html =
    '<h1>Peace &amp; <em>rest</em></h1><p onclick="x()">Yes.</p><h2>Peace &amp; rest</h2><h3>Small</h3><h2> </h2><script>1</script>'
  const own = await admin.call(ruleEndpoints.save, { body: { html } })
  expect(own).toMatchObject({
    html: '<h2>Peace &amp; <em>rest</em></h2><p>Yes.</p><h2>Peace &amp; rest</h2><h3>Small</h3>',
    headings: ['Peace & rest'],
    isBuiltIn: false,
  })
  expect(await api.call(ruleEndpoints.read)).toEqual(own)
  expect((await changesIn(context))[0]?.detail).toEqual({ changed: ['houseRules'] })

  const changes = (await changesIn(context)).length
  for (const text of ['<p>&nbsp;</p>', builtIn.html]) {
    expect(await admin.call(ruleEndpoints.save, { body: { html: text } })).toEqual(builtIn)
  }
  expect(await changesIn(context)).toHaveLength(changes + 1)
  const tooLong = `<p>${'x'.repeat(20_000)}</p>`
  const refusal = await admin.refuse(ruleEndpoints.save, { body: { html: tooLong } })
  expect(refusal.fields).toEqual({ html: 'These rules are too long.' })
})

test('decisions are counted by year and rule, and never fewer than five', async ({
  admin,
  api,
  context: { db },
}) => {
  const { numbers } = ruleEndpoints
  const { headings } = await api.call(ruleEndpoints.read)
  const [first = '', second = ''] = headings
  const before = await admin.call(numbers, { query: { which: 'last' } })
  const createdAt = new Date(`${before.year}-06-01T12:00:00Z`)
  const decide = async (
    action: string,
    count: number,
    { reason, at = createdAt }: { reason?: string; at?: Date } = {},
  ): Promise<void> => {
    const detail = JSON.stringify(reason ? { reason } : {})
    const entry = { action, subjectType: 'story', subjectId: '1', detail, createdAt: at }
    await db.insertInto('auditEntry').values(Array(count).fill(entry)).execute()
  }
  await decide('story-approved', 7)
  await decide('story-rejected', 5, { reason: `${ruleLine(first)}\n\nIt names a street.` })
  await decide('prayer-returned', 4, { reason: `${ruleLine(second)}\n\nIt names a street.` })
  const readLast = () => admin.call(numbers, { query: { which: 'last' } })
  // The total less the first rule would tell how many named the second one.
  expect(await readLast()).toMatchObject({ reviewed: 16, refused: 'hidden' })
  await decide('story-rejected', 1, { reason: `I think of ${ruleLine(second)}` })
  await decide('second-look-changed', 4)
  const wait = async (decidedAt: Date, ...hours: number[]): Promise<void> => {
    await db
      .insertInto('decisionWait')
      .values(hours.map((each) => ({ decidedAt, hours: each })))
      .execute()
  }
  await wait(createdAt, 1, 3, 7, 90)
  expect(await readLast()).toMatchObject({ medianHours: null, isMeasuredInPart: false })
  await decide('notice-refused', 1, { at: new Date(createdAt.getTime() - DAY_MS) })
  expect(await readLast()).toMatchObject({ isMeasuredInPart: true })
  await wait(createdAt, 200)
  const counted = await readLast()
  expect(counted).toMatchObject({ medianHours: 7, isMeasuredInPart: true })
  expect(counted).toMatchObject({ reviewed: 18, refused: 10, changed: 'few' })
  expect(counted.byRule.map(({ rule }) => rule)).toEqual(headings)
  expect(counted.byRule.slice(0, 2).map(({ refused }) => refused)).toEqual([5, 'few'])
  const now = await admin.call(numbers)
  expect(now).toMatchObject({ medianHours: null, isMeasuredInPart: false })
  await wait(new Date(createdAt.getTime() - 400 * DAY_MS), 1)
  expect(await readLast()).toMatchObject({ medianHours: 7, isMeasuredInPart: false })
  expect(now.year).toBe(before.year + 1)
  expect(now.byRule.every(({ refused }) => refused === 'few')).toBe(true)
})
