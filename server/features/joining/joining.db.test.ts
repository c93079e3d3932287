import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { type JoiningMode, joiningEndpoints } from '#contract/joining.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { offerFirstAdminLink } from '../accounts/first-admin.ts'

const { register, checkUsername, checkEmail, checkAnonymousUsername } = accountEndpoints
const { checkInvitation, createInvitation, listInvitations, revokeInvitation } = joiningEndpoints
const { read, getSettings, saveSettings } = joiningEndpoints

const test = base.extend<{ $test: { open: null } }>({
  open: [
    async ({ context: { db } }, use) => {
      await use(null)
      await db.updateTable('joiningSettings').set({ mode: 'open' }).execute()
    },
    { auto: true },
  ],
})

async function setMode(admin: TestApi, mode: JoiningMode): Promise<void> {
  await admin.call(saveSettings, { body: { mode } })
}

/** Sets the joining mode and returns an administrator. */
async function adminOf(mode: JoiningMode, { api, world }: { api: TestApi; world: World }) {
  const admin = await lastingAdmin({ api, world })
  await setMode(admin, mode)
  return admin
}

/** An administrator whose session outlasts the time that passes in a test. */
async function lastingAdmin({ api, world }: { api: TestApi; world: World }): Promise<TestApi> {
  const { id } = await world.admin()
  return api.as({ cookie: await world.session(id, new Date(Date.now() + 9 * 86_400_000)) })
}

async function invite(admin: TestApi, given: { maxUses?: number; days?: number } = {}) {
  const body = { maxUses: 1, days: 7, ...given }
  const { url, ...invitation } = await admin.call(createInvitation, { body })
  const token = /^http:\/\/localhost:3000\/register#invite=([\w-]{43})$/.exec(url)?.[1]
  if (!token) throw new Error(`${url} is no invitation.`)
  return { ...invitation, token }
}

async function usesOf({ db }: Context, invitationId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('invitation')
    .select('uses')
    .where('invitationId', '=', invitationId)
    .executeTakeFirst()
  return row?.uses
}

test('a new community is open to everyone, as specified', async ({ api, world }) => {
  expect(await api.call(read)).toEqual({ mode: 'open' })
  expect(await api.as(await world.admin()).call(getSettings)).toEqual({
    mode: 'open',
    holdsFirstReply: false,
    newcomerDays: 0,
    newcomerReplies: 5,
    newcomerReports: 2,
    version: expect.any(String),
  })
  const invitation = 'anything at all'
  await api.call(register, { body: { ...world.registration(), invitation } })
})

test('the mode applies immediately, and the audit log records the previous one', async ({
  api,
  admin,
}) => {
  expect(await api.call(read)).toEqual({ mode: 'open' })
  await setMode(admin, 'closed')
  expect(await api.call(read)).toEqual({ mode: 'closed' })
  await setMode(admin, 'closed')
  await setMode(admin, 'invited')
  const { items } = await admin.call(userEndpoints.auditLog, {
    query: { action: 'joining-changed' },
  })
  expect(items.slice(0, 2).map(({ detail }) => detail)).toEqual([
    { changed: ['mode'], from: 'closed', to: 'invited' },
    { changed: ['mode'], from: 'open', to: 'closed' },
  ])
})

test.for(['invited', 'asked'] as const)(
  'when %s, an invitation lets in one person, once',
  async (mode, { api, world, context }) => {
    const admin = await adminOf(mode, { api, world })
    const { id, token } = await invite(admin)
    expect(await api.call(checkInvitation, { body: { token } })).toEqual({ state: 'valid' })
    expect(await usesOf(context, id)).toBe(0)
    const body = { ...world.registration(), invitation: token }
    await api.call(register, { body })
    expect(await usesOf(context, id)).toBe(1)
    expect(await api.call(checkInvitation, { body: { token } })).toEqual({ state: 'used' })
    const again = { ...world.registration(), invitation: token }
    const sentence = 'This invitation has already been used. Ask for a new one.'
    expect(await api.refuse(register, { body: again })).toMatchObject({
      status: 403,
      code: 'not_allowed',
      message: sentence,
      fields: { invitation: sentence },
    })
  },
)

test('of several people who use the last place at once, exactly one gets in', async ({
  api,
  world,
  context,
}) => {
  const admin = await adminOf('invited', { api, world })
  const { id, token } = await invite(admin, { maxUses: 2 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      api.from(world.address()).request(register, {
        body: { ...world.registration(), invitation: token },
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 201, 403, 403, 403, 403])
  expect(await usesOf(context, id)).toBe(2)
})

test('a failed registration does not use up its invitation', async ({ api, world, context }) => {
  const admin = await adminOf('invited', { api, world })
  const { id, token } = await invite(admin)
  const member = await world.member()
  const good = { ...world.registration(), invitation: token }
  const taken = await api.refuse(register, { body: { ...good, username: member.username } })
  expect(taken).toMatchObject({ status: 409, message: 'Username is already taken' })
  expect((await api.refuse(register, { body: { ...good, otp: '123456' } })).status).toBe(400)
  expect((await api.refuse(register, { body: { ...good, password: 'short' } })).status).toBe(400)
  expect(await usesOf(context, id)).toBe(0)
  // Two people register the same name with separate invitations: only the winner's is used.
  const other = await invite(admin)
  const rivals = [token, other.token].map((invitation, index) => ({
    ...good,
    email: `rival-${index}-${good.email}`,
    anonymousUsername: `${good.anonymousUsername} ${index}`,
    invitation,
  }))
  const answers = await Promise.all(rivals.map((body) => api.request(register, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect([await usesOf(context, id), await usesOf(context, other.id)].sort()).toEqual([0, 1])
})

test('an invitation that is no longer valid says why', async ({ api, world, clock }) => {
  const admin = await adminOf('invited', { api, world })
  const revoked = await invite(admin)
  const expired = await invite(admin, { days: 1 })
  await admin.call(revokeInvitation, { params: { id: revoked.id } })
  await admin.call(revokeInvitation, { params: { id: revoked.id } })
  clock.advance({ minutes: 24 * 60 })
  const cases = [
    [revoked.token, 'revoked', 'This invitation no longer works. Ask for a new one.'],
    [expired.token, 'expired', 'This invitation has expired. Ask for a new one.'],
    ['made-up', 'unknown', 'This invitation isn’t valid. Open the whole link that you were sent.'],
  ] as const
  for (const [token, state, message] of cases) {
    expect(await api.call(checkInvitation, { body: { token } })).toEqual({ state })
    const body = { ...world.registration(), invitation: token }
    expect(await api.refuse(register, { body })).toMatchObject({ status: 403, message })
  }
})

test('nobody can join a closed community, with an invitation or without', async ({
  api,
  world,
}) => {
  const admin = await adminOf('invited', { api, world })
  const { token } = await invite(admin)
  await setMode(admin, 'closed')
  for (const invitation of [undefined, token]) {
    expect(
      await api.refuse(register, { body: { ...world.registration(), invitation } }),
    ).toMatchObject({
      status: 403,
      message: 'This community isn’t taking new members right now.',
    })
  }
  // The invitation works again once the community is no longer closed.
  await setMode(admin, 'asked')
  await api.call(register, { body: { ...world.registration(), invitation: token } })
})

test.for(['invited', 'asked', 'closed'] as const)(
  'when %s, the link for the first administrator works',
  async (mode, { api, world, context }) => {
    await adminOf(mode, { api, world })
    await context.db.updateTable('member').set({ rights: [] }).execute()
    const link = await offerFirstAdminLink(context)
    const token = new URL(link ?? '').searchParams.get('token') ?? ''
    const body = { ...world.registration(), token }
    expect(await api.call(accountEndpoints.createFirstAdmin, { body })).toMatchObject({
      isAdmin: true,
    })
  },
)

test.for(['invited', 'asked', 'closed'] as const)(
  'when %s, people without an invitation cannot learn which names and addresses are taken',
  async (mode, { api, world }) => {
    await adminOf(mode, { api, world })
    const member = await world.member()
    const free = world.registration()
    for (const person of [member, free]) {
      const checks = [
        api.refuse(checkUsername, { query: { username: person.username } }),
        api.refuse(checkEmail, { query: { email: person.email } }),
        api.refuse(checkAnonymousUsername, { query: { username: person.anonymousUsername } }),
      ]
      for (const refusal of await Promise.all(checks)) expect(refusal.status).toBe(403)
    }
    const answers = await Promise.all(
      [{ ...free, username: member.username, email: member.email }, free].map((body) =>
        api.refuse(register, { body }),
      ),
    )
    const [taken, possible] = answers.map(({ requestId: _, ...rest }) => rest)
    expect(taken).toEqual(possible)
    expect(taken).toMatchObject({ status: 403 })
    const guessed = { headers: { 'x-invitation': 'guessed' } }
    const query = { username: member.username }
    expect((await api.refuse(checkUsername, { query, ...guessed })).status).toBe(403)
  },
)

test('an invitation allows the availability checks until it is used', async ({ api, world }) => {
  const admin = await adminOf('invited', { api, world })
  const { token } = await invite(admin)
  const member = await world.member()
  const headers = { 'x-invitation': token }
  const isFree = (username: string) => api.call(checkUsername, { query: { username }, headers })
  expect(await isFree(member.username)).toEqual({ available: false })
  expect(await isFree('nobody-has-this')).toEqual({ available: true })
  const email = { query: { email: member.email }, headers }
  expect(await api.call(checkEmail, email)).toEqual({ available: false })
  const name = { query: { username: member.anonymousUsername }, headers }
  expect(await api.call(checkAnonymousUsername, name)).toEqual({ available: false })
  await api.call(register, { body: { ...world.registration(), invitation: token } })
  const query = { username: member.username }
  expect((await api.refuse(checkUsername, { query, headers })).status).toBe(403)
})

test('the list shows how often each invitation was used, newest first, page by page', async ({
  api,
  world,
  context,
  clock,
}) => {
  const admin = await adminOf('invited', { api, world })
  await context.db.deleteFrom('invitation').execute()
  const used = await invite(admin, { maxUses: 3 })
  await api.call(register, { body: { ...world.registration(), invitation: used.token } })
  const expired = await invite(admin, { days: 1 })
  clock.advance({ minutes: 24 * 60 + 1 })
  const other = await lastingAdmin({ api, world })
  const revoked = await invite(other)
  await admin.call(revokeInvitation, { params: { id: revoked.id } })
  const named = { name: ' Sunday group ', maxUses: 1, days: 7 }
  expect(await admin.call(createInvitation, { body: named })).toMatchObject({
    name: 'Sunday group',
  })
  const [newest, ...list] = await admin.call(listInvitations)
  expect(newest).toMatchObject({ name: 'Sunday group', mine: true })
  expect(
    list.map(({ id, state, uses, maxUses, mine }) => [id, state, uses, maxUses, mine]),
  ).toEqual([
    [revoked.id, 'revoked', 0, 1, false],
    [expired.id, 'expired', 0, 1, true],
    [used.id, 'valid', 1, 3, true],
  ])
  const rest = await admin.call(listInvitations, { query: { before: expired.id } })
  expect(rest.map(({ id }) => id)).toEqual([used.id])
  for (let count = 0; count < 50; count += 1) await invite(admin)
  const page = await admin.call(listInvitations)
  expect(page).toHaveLength(50)
  const last = page.at(-1)
  const next = await admin.call(listInvitations, { query: { before: last?.id } })
  expect(next.map(({ id }) => id)).toEqual([newest?.id, revoked.id, expired.id, used.id])
})

test('an invitation that has ended can’t be revoked', async ({ api, world, clock }) => {
  const admin = await adminOf('invited', { api, world })
  const used = await invite(admin)
  await api.call(register, { body: { ...world.registration(), invitation: used.token } })
  const expired = await invite(admin, { days: 1 })
  clock.advance({ minutes: 24 * 60 })
  for (const [id, message] of [
    [used.id, 'This invitation was used up, so there’s nothing to revoke.'],
    [expired.id, 'This invitation has expired, so there’s nothing to revoke.'],
  ] as const) {
    expect(await admin.refuse(revokeInvitation, { params: { id } })).toMatchObject({
      status: 409,
      message,
    })
  }
  expect((await admin.refuse(revokeInvitation, { params: { id: 999_999 } })).status).toBe(404)
})

test.for([
  [{ maxUses: 0, days: 7 }, 'maxUses'],
  [{ maxUses: 501, days: 7 }, 'maxUses'],
  [{ maxUses: 1, days: 91 }, 'days'],
  [{ maxUses: 1.5, days: 7 }, 'maxUses'],
  [{ maxUses: true, days: 7 }, 'maxUses'],
  [{ maxUses: 1 }, 'days'],
] as const)('an invitation like %j is refused', async ([body, field], { admin }) => {
  const refused = await admin.refuse(createInvitation, { body })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.fields ?? {})).toEqual([field])
})

test.for([
  { mode: 'ajar' },
  { newcomerDays: 31 },
  { newcomerReplies: 0 },
  { newcomerReports: '0x1' },
  { holdsFirstReply: 'false' },
])('settings like %j are refused', async (body, { admin }) => {
  expect((await admin.refuse(saveSettings, { body })).status).toBe(400)
})

test('nothing stored, returned or logged connects an invitation to an account', async ({
  api,
  world,
  context,
  logLines,
}) => {
  const { db } = context
  const admin = await adminOf('invited', { api, world })
  const { id, token } = await invite(admin)
  const before = await db.selectFrom('auditEntry').select('auditEntryId').execute()
  const registration = { ...world.registration(), invitation: token }
  const user = await api.call(register, { body: registration })
  // These are all columns of the row, and only the count has changed.
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('invitationId', '=', id)
    .executeTakeFirstOrThrow()
  expect(Object.keys(row).sort()).toEqual(
    [
      'invitationId',
      'tokenHash',
      'kind',
      'name',
      'createdBy',
      'maxUses',
      'uses',
      'createdAt',
      'expiresAt',
      'revokedAt',
    ].sort(),
  )
  expect(row.uses).toBe(1)
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('memberId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(member)).not.toContain(token)
  expect(Object.keys(member).filter((name) => /invit/i.test(name))).toEqual([])
  expect(await db.selectFrom('auditEntry').select('auditEntryId').execute()).toEqual(before)
  const listed = JSON.stringify(await admin.call(listInvitations))
  for (const secret of [token, user.id, user.username, user.email, user.anonymousUsername]) {
    expect(listed).not.toContain(secret)
    expect(logLines.join('\n')).not.toContain(secret)
  }
})
