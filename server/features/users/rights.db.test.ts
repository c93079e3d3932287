import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { RIGHTS, type Right } from '#contract/rights.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamEndpoints } from '#contract/team.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { makeAdmin } from '#server/features/accounts/first-admin.ts'
import { setCookies, type TestInput } from '#server/testing/api.ts'
import { codeIn, tokenIn, waitForMail } from '#server/testing/mailbox.ts'
import { test as base } from '#server/testing/world.ts'

const { endSessions, list, suspend } = userEndpoints
const { changeRights } = teamEndpoints
const { currentUser, forgotPassword, login, removeAccount, requestOtp, resetPassword, verifyOtp } =
  accountEndpoints

const ONLY = 'Nobody else has the right “Team”. Give it to someone else first.'

/** Each test starts without administrators. */
const test = base.extend<{ $test: { noAdmins: null } }>({
  noAdmins: [
    async ({ context }, use) => {
      await context.db.updateTable('member').set({ rights: [] }).execute()
      context.changes.announce({ kind: 'missed' })
      await use(null)
    },
    { auto: true },
  ],
})

async function actionsOn({ db }: Context, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectType', '=', 'user')
    .where('subjectId', '=', memberId)
    .orderBy('auditEntryId')
    .execute()
  return rows.map((row) => row.action)
}

async function adminsIn({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('memberId')
    .where('isAdmin', '=', true)
    .where('suspendedAt', 'is', null)
    .execute()
  return rows.map((row) => row.memberId)
}

const withRights = (member: { anonymousUsername: string }, rights: readonly Right[]) => ({
  body: { anonymousUsername: member.anonymousUsername, rights: [...rights] },
})

const input = <Body>(member: { id: string }, body: Body) => ({ params: { id: member.id }, body })

test('rights are gained with a new sign-in, and lost at once in open sessions', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  expect((await api.as(member).refuse(list)).status).toBe(403)
  expect(await admin.call(changeRights, withRights(member, RIGHTS))).toMatchObject({
    id: member.id,
    rights: [...RIGHTS],
  })
  expect((await api.as(member).refuse(list)).status).toBe(401)
  const again = { cookie: await world.session(member.id) }
  await api.as(again).call(list)
  await admin.call(changeRights, withRights(member, RIGHTS))
  await api.as(again).call(list)
  expect((await admin.call(changeRights, withRights(member, []))).rights).toEqual([])
  expect((await api.as(again).refuse(list)).status).toBe(403)
  expect((await api.as(again).call(currentUser)).isAdmin).toBe(false)
  expect(await actionsOn(context, member.id)).toEqual([
    // The second call changed nothing, so it isn't logged.
    'user-rights-changed',
    'user-rights-changed',
  ])
})

test('the only administrator can’t lose their rights', async ({ api, world, context }) => {
  const admin = await world.admin()
  const refusal = await api.as(admin).refuse(changeRights, withRights(admin, []))
  expect(refusal).toMatchObject({ status: 409, code: 'conflict', message: ONLY })
  const other = await world.admin()
  await api.as(admin).call(suspend, input(other, { isSuspended: true, reason: 'Spam' }))
  expect((await api.as(admin).refuse(changeRights, withRights(admin, []))).status).toBe(409)
  await api.as(admin).call(suspend, input(other, { isSuspended: false }))
  await api.as(admin).call(changeRights, withRights(admin, []))
  expect(await adminsIn(context)).toEqual([other.id])
})

test('if administrators remove each other’s rights at once, one is left', async ({
  api,
  world,
  context,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const [first, second] = [await world.admin(), await world.admin()]
    const answers = await Promise.all([
      api.as(first).request(changeRights, withRights(second, [])),
      api.as(second).request(changeRights, withRights(first, [])),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const left = await adminsIn(context)
    expect(left).toHaveLength(1)
    await context.db.updateTable('member').set({ rights: [] }).execute()
  }
})

test('if administrators step down, leave or suspend each other at once, one is left', async ({
  api,
  world,
  context,
}) => {
  const admins = await Promise.all(Array.from({ length: 6 }, () => world.admin()))
  const [a, b, c, d, e, f] = admins
  if (!a || !b || !c || !d || !e || !f) throw new Error('There are six.')
  const removal = { body: { password: a.password, stories: 'keep' } } as const
  const answers = await Promise.all([
    api.as(a).request(changeRights, withRights(a, [])),
    api.as(b).request(changeRights, withRights(b, [])),
    api.as(c).request(removeAccount, removal),
    api.as(d).request(removeAccount, removal),
    api.as(e).request(suspend, input(f, { isSuspended: true, reason: 'Spam' })),
    api.as(f).request(suspend, input(e, { isSuspended: true, reason: 'Spam' })),
  ])
  for (const { status } of answers) expect([200, 204, 401, 403, 409]).toContain(status)
  expect((await adminsIn(context)).length).toBeGreaterThan(0)
})

test('a suspended administrator doesn’t count as a remaining one', async ({
  api,
  world,
  context,
}) => {
  const [admin, other] = [await world.admin(), await world.admin()]
  await api.as(admin).call(suspend, input(other, { isSuspended: true, reason: 'Spam' }))
  const removal = { body: { password: admin.password, stories: 'keep' } } as const
  expect((await api.as(admin).refuse(removeAccount, removal)).status).toBe(409)
  expect(await adminsIn(context)).toEqual([admin.id])
})

test('a suspended member is signed out everywhere, and their content stays', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  const elsewhere = { cookie: await world.session(member.id) }
  const storyId = await world.story({ author: member })
  for (const caller of [member, elsewhere]) await api.as(caller).call(currentUser)
  const suspended = await admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' }))
  expect(suspended.isSuspended).toBe(true)
  for (const caller of [member, elsewhere]) {
    expect((await api.as(caller).refuse(currentUser)).status).toBe(401)
  }
  await api.call(storyEndpoints.get, { params: { id: storyId } })
  await admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' }))
  const restored = await admin.call(suspend, input(member, { isSuspended: false }))
  expect(restored.isSuspended).toBe(false)
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
  await api.call(login, { body: { username: member.username, password: member.password } })
  expect(await actionsOn(context, member.id)).toEqual([
    'user-suspended',
    'users-listed',
    'user-restored',
  ])
})

test('a suspended member’s session gives no access, however it was created', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await context.db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', member.id)
    .execute()
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
})

test('a suspension needs a reason, which the audit log doesn’t have beside the account', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  for (const reason of [undefined, '  ']) {
    const refusal = await admin.refuse(suspend, input(member, { isSuspended: true, reason }))
    expect(refusal).toMatchObject({
      status: 400,
      fields: { reason: 'Enter a reason. They see it when they try to sign in.' },
    })
  }
  await admin.call(suspend, input(member, { isSuspended: true, reason: 'Asked for money.' }))
  const entries = await context.db.selectFrom('auditEntry').selectAll().execute()
  expect(entries.some(({ action }) => action === 'user-suspended')).toBe(true)
  expect(JSON.stringify(entries)).not.toContain('Asked for money.')
})

test('only after proving their identity is a member told of the suspension and whom to contact', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  const { email, username, password } = member
  await admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' }))
  expect(await api.refuse(login, { body: { username, password: 'a wrong guess' } })).toMatchObject({
    status: 401,
    message: 'Invalid username or password',
  })
  expect(await api.refuse(login, { body: { username, password } })).toMatchObject({
    status: 403,
    code: 'not_allowed',
    message: 'This account is suspended. The reason given: “Spam.”',
  })
  await admin.call(settingsEndpoints.save, { body: { helpEmail: 'help@folx.example' } })
  await api.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await api.refuse(verifyOtp, { body: { email, code: wrong } })).status).toBe(401)
  expect(await api.refuse(verifyOtp, { body: { email, code } })).toMatchObject({
    status: 403,
    message:
      'This account is suspended. The reason given: “Spam.” If you have a question, write to help@folx.example.',
  })
  const sessions = await context.db
    .selectFrom('session')
    .select('sessionId')
    .where('memberId', '=', member.id)
    .execute()
  expect(sessions).toEqual([])
})

test('a suspended member can set a new password, which does not sign in', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  const { email, username } = member
  await admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' }))
  await api.call(forgotPassword, { body: { email } })
  const token = tokenIn(await waitForMail(context.db, { to: email, subject: /new password/ }))
  const newPassword = 'a lamp in the window'
  const reset = await api.request(resetPassword, { body: { token, newPassword } })
  const names = setCookies(reset.headers['set-cookie']).map((line) => line.split('=')[0])
  expect([reset.status, names]).toEqual([200, ['folx-device']])
  expect((await api.refuse(login, { body: { username, password: newPassword } })).status).toBe(403)
})

test('signing in during a suspension leaves no session', async ({ api, world, context }) => {
  const admin = api.as(await world.admin())
  for (let round = 0; round < 5; round += 1) {
    const member = await world.member()
    const body = { username: member.username, password: member.password }
    const [, ...signIns] = await Promise.all([
      admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' })),
      ...[1, 2, 3].map(() => api.request(login, { body })),
    ])
    for (const { status } of signIns) expect([200, 403]).toContain(status)
    const sessions = await context.db
      .selectFrom('session')
      .select('sessionId')
      .where('memberId', '=', member.id)
      .execute()
    expect(sessions).toEqual([])
  }
})

test('administrators can’t suspend themselves', async ({ api, world }) => {
  const admin = await world.admin()
  await world.admin()
  const refusal = await api
    .as(admin)
    .refuse(suspend, input(admin, { isSuspended: true, reason: 'Spam' }))
  expect(refusal).toMatchObject({ status: 409, message: 'You can’t suspend your own account.' })
  await api.as(admin).call(currentUser)
})

test('the operator can make any member an administrator who can sign in, even a suspended one', async ({
  api,
  world,
  context,
}) => {
  const admin = api.as(await world.admin())
  const member = await world.member()
  await admin.call(suspend, input(member, { isSuspended: true, reason: 'Spam' }))
  expect(await makeAdmin(context.db, member.username)).toBe(member.id)
  const { username, password } = member
  expect((await api.call(login, { body: { username, password } })).isAdmin).toBe(true)
})

test('ending a member’s sessions ends all of them, even the administrator’s own', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const member = await world.member()
  const elsewhere = { cookie: await world.session(member.id) }
  for (const caller of [member, elsewhere]) await api.as(caller).call(currentUser)
  await api.as(admin).call(endSessions, { params: { id: member.id } })
  for (const caller of [member, elsewhere]) {
    expect((await api.as(caller).refuse(currentUser)).status).toBe(401)
  }
  expect(await actionsOn(context, member.id)).toEqual(['user-sessions-ended'])
  await api.as(admin).call(endSessions, { params: { id: admin.id } })
  expect((await api.as(admin).refuse(list)).status).toBe(401)
})

test('an unknown user is not found', async ({ api, world }) => {
  const admin = api.as(await world.admin())
  const nobody = { id: crypto.randomUUID() }
  const refusals = [
    await admin.refuse(suspend, input(nobody, { isSuspended: true, reason: 'Spam' })),
    await admin.refuse(endSessions, { params: nobody }),
  ]
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 404, message: 'This user does not exist.' })
  }
  const unknown = withRights({ anonymousUsername: 'nobody-here' }, RIGHTS)
  expect(await admin.refuse(changeRights, unknown)).toMatchObject({
    status: 404,
    message: 'Nobody has this community username.',
    fields: { anonymousUsername: 'Nobody has this community username.' },
  })
  for (const body of [
    {},
    { anonymousUsername: 'a', rights: 'all' },
    { anonymousUsername: 'a', rights: ['king'] },
  ]) {
    expect((await admin.refuse(changeRights, { body } as TestInput<Endpoint>)).status).toBe(400)
  }
})

test('the logs of these tests name no member', ({ logLines, secrets }) => {
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.size).toBeGreaterThan(0)
  expect(secrets.in(logLines.join('\n'))).toEqual([])
})
