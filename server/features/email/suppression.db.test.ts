import fc from 'fast-check'
import { expect } from 'vitest'
import { emailEndpoints } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { bounce, resendEvent, sendWebhook } from '#server/testing/mail-events.ts'
import { test } from '#server/testing/resend-world.ts'

const { listBounced, liftBounce, getPreferences } = emailEndpoints

const DAWN = new Date('2026-03-01T06:00:00Z')
const minute = (count: number): Date => new Date(DAWN.getTime() + count * 60_000)

/** The provider's events about an email. */
const HAPPENINGS = {
  sent: ['email.sent', {}],
  delayed: ['email.delivery_delayed', {}],
  clicked: ['email.clicked', { click: { link: 'https://example.org' } }],
  delivered: ['email.delivered', {}],
  soft: ['email.bounced', bounce('Transient', 'The mailbox is full.')],
  hard: ['email.bounced', bounce('Permanent')],
  complaint: ['email.complained', {}],
  suppressed: ['email.suppressed', { suppressed: { type: 'OnAccountSuppressionList' } }],
  unsuppressed: ['suppression.removed', { origin: 'bounce' }],
} as const
type Happening = keyof typeof HAPPENINGS

async function happen(
  api: TestApi,
  to: string,
  { what, at }: { what: Happening; at: number },
): Promise<void> {
  const [type, details] = HAPPENINGS[what]
  const response = await sendWebhook(api, resendEvent({ type, to, at: minute(at), details }))
  expect(response.status).toBe(200)
}

async function causeOf({ db }: Context, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('emailSuppression')
    .select('cause')
    .where('email', '=', email)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
  return row?.cause
}

let count = 0
const newAddress = (): string => `way-${++count}@example.org`

test.for([
  ['hard', ['hard'], 'bounce'],
  ['a complaint', ['complaint'], 'complaint'],
  ['an email that Resend suppressed', ['suppressed'], 'bounce'],
  ['a suppression that was removed at Resend', ['suppressed', 'unsuppressed'], 'bounce'],
  ['two soft ones', ['soft', 'soft'], undefined],
  ['three soft ones', ['soft', 'soft', 'soft'], 'soft-bounces'],
  ['three with a delivery among them', ['soft', 'soft', 'delivered', 'soft'], undefined],
  ['three after a delivery', ['soft', 'delivered', 'soft', 'soft', 'soft'], 'soft-bounces'],
  [
    'three with other events among them',
    ['soft', 'sent', 'soft', 'delayed', 'soft'],
    'soft-bounces',
  ],
  ['delays', ['delayed', 'delayed', 'delayed', 'delayed', 'delayed'], undefined],
  ['a delivery after the end', ['hard', 'delivered'], 'bounce'],
  ['a complaint after a bounce', ['hard', 'complaint'], 'complaint'],
  ['a bounce after a complaint', ['complaint', 'hard'], 'complaint'],
  ['a bounce after soft ones', ['soft', 'soft', 'soft', 'hard'], 'bounce'],
  ['soft ones after a bounce', ['hard', 'soft', 'soft', 'soft'], 'bounce'],
] as [string, Happening[], string | undefined][])(
  'an address with %s: %j results in %s',
  async ([, happenings, cause], { resend, context }) => {
    const email = newAddress()
    for (const [at, what] of happenings.entries()) await happen(resend, email, { what, at })
    expect(await causeOf(context, email)).toBe(cause)
  },
)

/** The cause after events that come in the order in which they happened. */
function expectedCause(happenings: readonly Happening[]): string | undefined {
  let inARow = 0
  let cause: string | undefined
  for (const what of happenings) {
    if (what === 'soft') inARow += 1
    if (what === 'delivered') inARow = 0
    if (what === 'complaint') cause = 'complaint'
    const isHard = what === 'hard' || what === 'suppressed'
    if (isHard && cause !== 'complaint') cause = 'bounce'
    if (inARow >= 3) cause ??= 'soft-bounces'
  }
  return cause
}

/** One of these is enough. */
const GRAVE: ReadonlySet<Happening> = new Set(['hard', 'suppressed', 'complaint'])

const Happenings = fc.array(
  fc.constantFrom(...(Object.keys(HAPPENINGS) as Happening[]), 'soft' as const, 'soft' as const),
  { maxLength: 9 },
)

test('any events in order suppress the right addresses', async ({ resend, context }) => {
  await fc.assert(
    fc.asyncProperty(Happenings, async (happenings) => {
      const email = newAddress()
      for (const [at, what] of happenings.entries()) await happen(resend, email, { what, at })
      expect(await causeOf(context, email)).toBe(expectedCause(happenings))
    }),
    { numRuns: 40 },
  )
})

test('events in any order, several at once, suppress every address that they should and no other', async ({
  resend,
  context,
}) => {
  const Shuffled = Happenings.chain((happenings) => {
    const events = happenings.map((what, at) => ({ what, at }))
    return fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray(events, { minLength: events.length }),
      atOnce: fc.integer({ min: 1, max: 3 }),
    })
  })
  await fc.assert(
    fc.asyncProperty(Shuffled, async ({ events, order, atOnce }) => {
      const email = newAddress()
      for (let from = 0; from < order.length; from += atOnce) {
        const now = order.slice(from, from + atOnce)
        await Promise.all(now.map((happening) => happen(resend, email, happening)))
      }
      const cause = await causeOf(context, email)
      const happenings = events.map((happening) => happening.what)
      const isGrave = happenings.some((what) => GRAVE.has(what))
      if (isGrave) {
        expect(cause).toBe(expectedCause(happenings))
        return
      }
      const softAtTheEnd = happenings.slice(happenings.lastIndexOf('delivered') + 1)
      const soft = (list: Happening[]): number => list.filter((what) => what === 'soft').length
      if (soft(softAtTheEnd) >= 3) expect(cause).toBe('soft-bounces')
      // A late delivery event can find the address suppressed already; an administrator can lift
      // that.
      if (soft(happenings) < 3) expect(cause).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})

test('three soft bounces at the same moment count as three', async ({ resend, context }) => {
  const email = newAddress()
  await Promise.all([1, 2, 3].map((at) => happen(resend, email, { what: 'soft', at })))
  expect(await causeOf(context, email)).toBe('soft-bounces')
})

test('an event with several recipients suppresses no address', async ({ resend, context }) => {
  const to = [newAddress(), newAddress()]
  const details = { ...bounce('Permanent'), to }
  await sendWebhook(resend, resendEvent({ type: 'email.bounced', to: '', details }))
  for (const email of to) expect(await causeOf(context, email)).toBeUndefined()
})

test('an administrator sees suppressed addresses with cause and time, and lifts one with a reason', async ({
  resend,
  world,
  context,
}) => {
  const [admin, member] = [await world.admin(), await world.member()]
  const caller = resend.as(admin)
  await happen(resend, newAddress(), { what: 'complaint', at: 0 })
  await happen(resend, member.email, { what: 'hard', at: 0 })
  expect((await resend.as(member).call(getPreferences)).isBounced).toBe(true)
  const { items, total } = await caller.call(listBounced, { query: { pageSize: 2 } })
  const [bounced, complained] = items
  expect(bounced).toMatchObject({
    email: member.email,
    cause: 'bounce',
    reason: 'The mailbox does not exist.',
  })
  expect(complained).toMatchObject({ cause: 'complaint', reason: null })
  expect(Math.abs(Date.parse(bounced?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)

  const params = { id: bounced?.id ?? 0 }
  const blank = await caller.refuse(liftBounce, { params, body: { reason: '  ' } })
  expect(blank).toMatchObject({ status: 400, fields: { reason: 'Please give a reason' } })
  const reason = `They wrote from ${member.email} that it works.`
  await caller.call(liftBounce, { params, body: { reason } })
  expect((await resend.as(member).call(getPreferences)).isBounced).toBe(false)
  const after = await caller.call(listBounced)
  expect(after.total).toBe(total - 1)
  expect(after.items.map((row) => row.id)).not.toContain(params.id)
  const entry = await context.db
    .selectFrom('auditEntry')
    .select(['adminId', 'subjectType', 'subjectId', 'detail'])
    .where('action', '=', 'bounce-lifted')
    .execute()
  expect(entry).toEqual([
    {
      adminId: admin.id,
      subjectType: 'bounced-email',
      subjectId: String(params.id),
      detail: { cause: 'bounce', reason: 'They wrote from [address] that it works.' },
    },
  ])
})

test('if several administrators lift a suppression at once, one succeeds and the others get an error', async ({
  resend,
  world,
  context,
}) => {
  const [admin, member] = [await world.admin(), await world.member()]
  await happen(resend, member.email, { what: 'hard', at: 0 })
  const caller = resend.as(admin)
  const { items } = await caller.call(listBounced)
  const id = items.find((row) => row.email === member.email)?.id ?? 0
  const input = { params: { id }, body: { reason: 'It works.' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => caller.request(liftBounce, input)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404])
  expect(await caller.refuse(liftBounce, input)).toMatchObject({
    status: 404,
    message: 'This address already gets broadcasts again.',
  })
  const entries = await context.db
    .selectFrom('auditEntry')
    .select('auditEntryId')
    .where('action', '=', 'bounce-lifted')
    .where('subjectId', '=', String(id))
    .execute()
  expect(entries).toHaveLength(1)
})

test('after a lift, counting starts over and earlier events no longer count', async ({
  resend,
  world,
  context,
}) => {
  const [admin, { email }] = [await world.admin(), await world.member()]
  const soft = (at: number): Promise<void> => happen(resend, email, { what: 'soft', at })
  for (const at of [1, 2, 3, 4]) await soft(at)
  const caller = resend.as(admin)
  const { items } = await caller.call(listBounced)
  const id = items.find((row) => row.email === email)?.id ?? 0
  await caller.call(liftBounce, { params: { id }, body: { reason: 'The mailbox is empty again.' } })
  // Late events from before the lift.
  for (const at of [5, 6, 7]) await soft(at)
  expect(await causeOf(context, email)).toBeUndefined()
  await happen(resend, email, { what: 'complaint', at: 8 })
  expect(await causeOf(context, email)).toBe('complaint')
})

test('a lifted suppression is deleted if no member has the address', async ({
  resend,
  world,
  context,
}) => {
  const [admin, email] = [await world.admin(), newAddress()]
  await happen(resend, email, { what: 'hard', at: 0 })
  const caller = resend.as(admin)
  const { items } = await caller.call(listBounced)
  const id = items.find((row) => row.email === email)?.id ?? 0
  await caller.call(liftBounce, { params: { id }, body: { reason: 'A mistake.' } })
  const rows = await context.db
    .selectFrom('emailSuppression')
    .select('email')
    .where('email', '=', email)
    .execute()
  expect(rows).toEqual([])
})
