import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { userEndpoints } from '#contract/users.ts'
import { codeIn, waitForMail } from '#server/testing/mailbox.ts'
import { TEST_PASSWORD } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const byPassword = { method: 'password', password: TEST_PASSWORD } as const

test('the password allows calls that need a step-up for 10 minutes', async ({
  api,
  world,
  clock,
}) => {
  const { id } = await world.admin()
  const admin = api.as(await world.staleSession(id))
  const refusal = await admin.refuse(userEndpoints.list)
  expect(refusal).toMatchObject({ status: 403, code: 'step_up' })
  await admin.call(factorEndpoints.stepUp, { body: byPassword })
  clock.advance({ minutes: 9 })
  expect((await admin.call(userEndpoints.list)).total).toBeGreaterThan(0)
  clock.advance({ minutes: 2 })
  expect((await admin.refuse(userEndpoints.list)).code).toBe('step_up')
})

test('a wrong password allows nothing, and too many are refused', async ({ api, world }) => {
  const { id } = await world.admin()
  const admin = api.as(await world.staleSession(id))
  const wrong = { method: 'password', password: 'not this one' } as const
  for (let count = 0; count < 10; count += 1) {
    const refusal = await admin.refuse(factorEndpoints.stepUp, { body: wrong })
    expect(refusal).toMatchObject({ status: 400, fields: { password: expect.any(String) } })
  }
  expect((await admin.refuse(factorEndpoints.stepUp, { body: byPassword })).code).toBe(
    'rate_limited',
  )
  expect((await admin.refuse(userEndpoints.list)).code).toBe('step_up')
})

test('a sign-in with the password counts as a step-up, and one with an emailed code does not', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const body = { username: member.username, password: member.password }
  const withPassword = await api.signIn(accountEndpoints.login, { body })
  expect((await api.as(withPassword).request(accountEndpoints.exportData)).status).toBe(200)

  await api.call(accountEndpoints.requestOtp, { body: { email: member.email } })
  const code = codeIn(await waitForMail(context.db, { to: member.email, subject: /code/ }))
  const withCode = await api.signIn(accountEndpoints.verifyOtp, {
    body: { email: member.email, code },
  })
  expect((await api.as(withCode).refuse(accountEndpoints.exportData)).code).toBe('step_up')
})

test('a step-up counts only for its own session', async ({ api, world }) => {
  const { id } = await world.member()
  const here = api.as(await world.staleSession(id))
  const elsewhere = api.as(await world.staleSession(id))
  await here.call(factorEndpoints.stepUp, { body: byPassword })
  expect((await elsewhere.refuse(accountEndpoints.exportData)).code).toBe('step_up')
})
