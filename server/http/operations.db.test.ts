import { expect } from 'vitest'
import { operationsEndpoints } from '#contract/operations.ts'
import { test } from '#server/testing/world.ts'

const { health } = operationsEndpoints

test('the health answer shows only administrators where the live room’s audio goes', async ({
  api,
  world,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const plain = { status: 'ok', version: expect.any(String) }
  expect(await api.call(health)).toEqual(plain)
  expect(await api.as(member).call(health)).toEqual(plain)
  const answer = await api.as(admin).call(health)
  expect(answer).toEqual({
    ...plain,
    live: {
      isReady: true,
      sentence: expect.stringMatching(/^The live room uses port \d+, UDP and TCP\.$/),
      network: {
        port: expect.any(Number),
        announcedAddresses: expect.any(Array),
        hasTurn: false,
      },
    },
  })
})
