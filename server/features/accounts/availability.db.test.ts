import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { checkUsername, checkEmail, checkAnonymousUsername } = accountEndpoints

test('free values are available; taken ones are not, however they are written', async ({
  api,
  world,
}) => {
  await world.member({
    username: 'lydia-of-thyatira',
    email: 'lydia@example.org',
    anonymousUsername: 'Purple Cloth',
  })
  const usernames = {
    'lydia-of-philippi': true,
    'lydia-of-thyatira': false,
    'LYDIA-of-Thyatira': false,
    'iydia-of-thyatira': false,
    admin: false,
    'two words': false,
    '': false,
    ['x'.repeat(31)]: false,
  }
  for (const [username, available] of Object.entries(usernames)) {
    expect([username, await api.call(checkUsername, { query: { username } })]).toEqual([
      username,
      { available },
    ])
  }
  const emails = {
    'someone.else@example.org': true,
    'LYDIA@example.org': false,
    'not an address': false,
    '': false,
  }
  for (const [email, available] of Object.entries(emails)) {
    expect([email, await api.call(checkEmail, { query: { email } })]).toEqual([
      email,
      { available },
    ])
  }
  const names = {
    'Linen Cloth': true,
    'purple  cloth': false,
    'Рurрlе Сlоth': false,
    Moderator: false,
    'with@sign': false,
    'bell\u0007': false,
    '\u200B': false,
    '': false,
    ['x'.repeat(31)]: false,
  }
  for (const [username, available] of Object.entries(names)) {
    expect([username, await api.call(checkAnonymousUsername, { query: { username } })]).toEqual([
      username,
      { available },
    ])
  }
})

test('a missing value is not available', async ({ api }) => {
  for (const endpoint of [checkUsername, checkEmail, checkAnonymousUsername]) {
    expect(await api.call(endpoint)).toEqual({ available: false })
  }
})

test('values reported as available can be registered', async ({ api, world }) => {
  const registration = world.registration({ anonymousUsername: '  Early   Light ' })
  const { username, email, anonymousUsername } = registration
  expect(await api.call(checkUsername, { query: { username } })).toEqual({ available: true })
  expect(await api.call(checkEmail, { query: { email } })).toEqual({ available: true })
  const query = { username: anonymousUsername }
  expect(await api.call(checkAnonymousUsername, { query })).toEqual({ available: true })
  await api.call(accountEndpoints.register, { body: registration })
  expect(await api.call(checkUsername, { query: { username } })).toEqual({ available: false })
  expect(await api.call(checkEmail, { query: { email } })).toEqual({ available: false })
  expect(await api.call(checkAnonymousUsername, { query })).toEqual({ available: false })
})

test('the three checks share a limit of sixty calls per 15 minutes and IP address', async ({
  api,
  world,
}) => {
  const curious = api.from(world.address())
  for (let count = 0; count < 20; count++) {
    await curious.call(checkUsername, { query: { username: 'ruth' } })
    await curious.call(checkEmail, { query: { email: 'ruth@example.org' } })
    await curious.call(checkAnonymousUsername, { query: { username: 'Ruth' } })
  }
  const response = await curious.request(checkUsername, { query: { username: 'ruth' } })
  expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  const wait = Number(response.headers['retry-after'])
  expect(wait).toBeGreaterThan(60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
})

testLogNamesNobody()
