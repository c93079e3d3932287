import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { removeAccount, currentUser } = accountEndpoints

test('the only administrator cannot leave, and of two who leave at once only one can', async ({
  api,
  world,
}) => {
  const first = await world.admin()
  const leave = ({ password }: TestMember) => ({ body: { password, stories: 'keep' } as const })
  expect(await api.as(first).refuse(removeAccount, leave(first))).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'Nobody else has the right “Team”. Give it to someone else before you leave.',
  })
  await api.as(first).call(currentUser)
  const second = await world.admin()
  const responses = await Promise.all(
    [first, second].map((admin) => api.as(admin).request(removeAccount, leave(admin))),
  )
  expect(responses.map((response) => response.status).sort()).toEqual([204, 409])
})

testLogNamesNobody()
