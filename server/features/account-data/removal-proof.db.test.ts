import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { RIGHTS } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { setUpPasskey } from '#server/testing/factors.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const { currentUser, removeAccount, requestOtp } = accountEndpoints

const CODE = /confirmation code/

/** A member who signs in only with an emailed code or a passkey. */
async function withoutPassword({ db }: Context, world: World): Promise<TestMember> {
  const member = await world.member()
  await db
    .updateTable('member')
    .set({ passwordHash: null })
    .where('memberId', '=', member.id)
    .execute()
  return member
}

async function askForCode(api: TestApi, { db }: Context, email: string): Promise<string> {
  const earlier = (await mailsTo(db, email)).filter(({ subject }) => CODE.test(subject))
  await api.call(requestOtp, { body: { email } })
  return codeIn(await waitForMail(db, { to: email, subject: CODE, count: earlier.length + 1 }))
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

test('an account without a password is deleted with an emailed code', async ({
  api,
  world,
  context,
}) => {
  const member = await withoutPassword(context, world)
  const own = api.as(member)
  const stories = 'remove' as const
  expect(await own.refuse(removeAccount, { body: { stories } })).toMatchObject({
    status: 400,
    fields: { code: 'Enter the code that we emailed you.' },
  })
  const anything = { password: 'anything', stories }
  expect((await own.refuse(removeAccount, { body: anything })).fields).toHaveProperty('code')
  const code = await askForCode(own, context, member.email)
  const guess = { code: wrong(code), stories }
  expect(await own.refuse(removeAccount, { body: guess })).toMatchObject({
    status: 400,
    fields: { code: 'Invalid code' },
  })
  await own.call(currentUser)
  await own.call(removeAccount, { body: { code, stories } })
  expect((await own.refuse(currentUser)).status).toBe(401)
})

test('a code that was emailed to another address, or to another browser, deletes nothing', async ({
  api,
  world,
  context,
}) => {
  const [member, other] = [await withoutPassword(context, world), await world.member()]
  const stories = 'keep' as const
  const browser = api.browser()
  const code = await askForCode(browser, context, member.email)
  const thief = api.browser().as(member)
  expect((await thief.refuse(removeAccount, { body: { code, stories } })).status).toBe(400)
  const theirs = await askForCode(api, context, other.email)
  expect(
    (await api.as(member).refuse(removeAccount, { body: { code: theirs, stories } })).status,
  ).toBe(400)
  await api.as(member).call(currentUser)
})

test('wrong codes for a deletion are limited like those for signing in', async ({
  api,
  world,
  context,
}) => {
  const member = await withoutPassword(context, world)
  const own = api.as(member)
  const stories = 'keep' as const
  const code = await askForCode(own, context, member.email)
  const body = { code: wrong(code), stories }
  for (let count = 0; count < 5; count += 1) {
    expect((await own.refuse(removeAccount, { body })).status).toBe(400)
  }
  const refusal = await own.refuse(removeAccount, { body: { code, stories } })
  expect(refusal.code).toBe('rate_limited')
  await own.call(currentUser)
})

test('an account with a passkey and no password is deleted after a fresh passkey', async ({
  api,
  world,
  context,
}) => {
  const member = await withoutPassword(context, world)
  const { authenticator } = await setUpPasskey(api.as(member))
  const stale = api.as(await world.staleSession(member.id))
  const body = { stories: 'remove' } as const
  const code = await askForCode(stale, context, member.email)
  // An emailed code never counts as the second factor.
  const withCode = { body: { ...body, code } }
  expect((await stale.refuse(removeAccount, withCode)).code).toBe('step_up')
  const options = await stale.call(factorEndpoints.stepUpOptions)
  const response = authenticator.get(options)
  await stale.call(factorEndpoints.stepUp, { body: { method: 'passkey', response } })
  await stale.call(removeAccount, { body })
  expect((await stale.refuse(currentUser)).status).toBe(401)
})

test('an emailed code cannot delete an account that has a password', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const own = api.as(member)
  const code = await askForCode(own, context, member.email)
  const refusal = await own.refuse(removeAccount, { body: { code, stories: 'keep' } })
  expect(refusal).toMatchObject({ status: 400, fields: { password: 'Enter your password.' } })
  await own.call(currentUser)
})

test('the only administrator’s code is not used up by the refusal', async ({
  api,
  world,
  context,
}) => {
  await context.db.updateTable('member').set({ rights: [] }).execute()
  const member = await withoutPassword(context, world)
  await context.db
    .updateTable('member')
    .set({ rights: [...RIGHTS] })
    .where('memberId', '=', member.id)
    .execute()
  const own = api.as(member)
  const code = await askForCode(own, context, member.email)
  const body = { code, stories: 'keep' } as const
  expect((await own.refuse(removeAccount, { body })).status).toBe(409)
  await world.admin()
  await own.call(removeAccount, { body })
})
