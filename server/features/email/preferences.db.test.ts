import { expect } from 'vitest'
import { emailEndpoints, SubscriptionKind } from '#contract/email.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { test } from '#server/testing/world.ts'
import { readUnsubscribeToken, unsubscribeToken } from './preferences.ts'

const { getPreferences, savePreferences, unsubscription, unsubscribe, saveSettings } =
  emailEndpoints

const NOT_OURS = 'This link is incomplete or isn’t from us.'

test('a member gets broadcasts unless they turn them off, and other mailings only if they turn them on', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const caller = api.as(member)
  const defaults = {
    broadcasts: true,
    dailyMessage: false,
    weeklyDigest: false,
    emailVerified: true,
    isBounced: false,
    offers: { dailyMessage: false, weeklyDigest: false },
  }
  expect(await caller.call(getPreferences)).toEqual(defaults)
  const off = await caller.call(savePreferences, { body: { broadcasts: false } })
  expect(off).toEqual({ ...defaults, broadcasts: false })
  const body = { dailyMessage: true, weeklyDigest: true }
  await caller.call(savePreferences, { body })
  await caller.call(savePreferences, { body: { weeklyDigest: false } })
  await caller.call(savePreferences, { body: {} })
  const changed = { ...defaults, broadcasts: false, dailyMessage: true }
  expect(await caller.call(getPreferences)).toEqual(changed)
  expect(await api.as(await world.member()).call(getPreferences)).toEqual(defaults)
})

test('a member sees why they get no mailings, and which ones the community sends', async ({
  api,
  world,
  context,
}) => {
  const [admin, unverified] = [await world.admin(), await world.member({ emailVerified: false })]
  await context.db
    .insertInto('emailSuppression')
    .values({ email: unverified.email, cause: 'soft-bounces' })
    .execute()
  const dailyMessage = { isOn: true, hour: 6 }
  await api.as(admin).call(saveSettings, { body: { dailyMessage } })
  expect(await api.as(unverified).call(getPreferences)).toMatchObject({
    emailVerified: false,
    isBounced: true,
    offers: { dailyMessage: true, weeklyDigest: false },
  })
})

test.for([[{ broadcasts: 'no' }], [{ dailyMessage: null }], [{ weeklyDigest: 1 }]])(
  'the preferences %j are refused',
  async ([body], { api, world }) => {
    const refusal = await api.as(await world.member()).refuse(savePreferences, { body: body ?? {} })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  },
)

test('simultaneous changes of different preferences are all saved', async ({ api, world }) => {
  const caller = api.as(await world.member())
  const bodies = [{ broadcasts: false }, { dailyMessage: true }, { weeklyDigest: true }]
  await Promise.all([...bodies, ...bodies].map((body) => caller.call(savePreferences, { body })))
  expect(await caller.call(getPreferences)).toMatchObject(Object.assign({}, ...bodies) as object)
})

test('a token can be read only by its own site, as created, and reveals nothing', () => {
  const keys = keysFrom(newMasterKey())
  const memberId = 'b3f1a7de-0c55-4d0e-9a51-0a8c2f6d7e11'
  for (const kind of SubscriptionKind.options) {
    const token = unsubscribeToken(keys, { memberId, kind })
    expect(token).toMatch(/^[\w-]{60,120}$/)
    expect(Buffer.from(token, 'base64url').toString('hex')).not.toContain('b3f1a7de')
    expect(readUnsubscribeToken(keys, token)).toEqual({ memberId, kind })
    expect(readUnsubscribeToken(keysFrom(newMasterKey()), token)).toBeUndefined()
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const forged = token.slice(0, at) + other + token.slice(at + 1)
      expect(readUnsubscribeToken(keys, forged)).toBeUndefined()
    }
    for (const forged of [token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, '', 'x']) {
      expect(readUnsubscribeToken(keys, forged)).toBeUndefined()
    }
  }
})

test('opening a link changes nothing, however often', async ({ api, world, context }) => {
  const member = await world.member()
  const query = {
    token: unsubscribeToken(context.keys, { memberId: member.id, kind: 'broadcast' }),
  }
  const subscribed = { kind: 'broadcast', isSubscribed: true }
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const headers of [{ accept: '*/*' }, {}, html, { accept: 'application/json' }]) {
    await api.request(unsubscription, { query, headers: { origin: '', ...headers } })
  }
  const answer = await api.request(unsubscription, { query, headers: { origin: '' } })
  expect(answer.json).toEqual(subscribed)
  expect(answer.headers['cache-control']).toBe('no-store')
  const choices = await context.db
    .selectFrom('mailingChoice')
    .select('kind')
    .where('memberId', '=', member.id)
    .execute()
  expect(choices).toEqual([])
  expect((await api.as(member).call(getPreferences)).broadcasts).toBe(true)
})

test('a browser is redirected to the page that asks for confirmation', async ({
  api,
  world,
  context,
}) => {
  const { id } = await world.member()
  const token = unsubscribeToken(context.keys, { memberId: id, kind: 'weekly-digest' })
  const headers = { origin: '', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const response = await api.request(unsubscription, { query: { token }, headers })
  expect(response.status).toBe(303)
  expect(response.headers.location).toBe(`/unsubscribe?token=${token}`)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(String(response.headers.vary).toLowerCase()).toContain('accept')
  // The page reports an invalid link; the redirect cannot lead to another site.
  const odd = { token: '//elsewhere.example/?x=1&y' }
  const other = await api.request(unsubscription, { query: odd, headers })
  expect(other.headers.location).toBe(`/unsubscribe?token=${encodeURIComponent(odd.token)}`)
})

test.for([
  ['as mail programs ask', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  ['without a body', undefined, undefined],
  ['with an empty body', '', 'application/x-www-form-urlencoded'],
  [
    'as a form with parts',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
  ['as our page asks', '{}', 'application/json'],
] as const)(
  'a link unsubscribes at once, without a session or an origin, %s',
  async ([, payload, type], { api, world, context }) => {
    const member = await world.member()
    const query = {
      token: unsubscribeToken(context.keys, { memberId: member.id, kind: 'broadcast' }),
    }
    const headers = { origin: '', ...(type && { 'content-type': type }) }
    const input = { query, headers, ...(payload !== undefined && { payload }) }
    for (const _twice of [1, 2]) {
      const response = await api.request(unsubscribe, input)
      expect([response.status, response.json]).toEqual([
        200,
        { kind: 'broadcast', isSubscribed: false },
      ])
    }
    expect(await api.as(member).call(getPreferences)).toMatchObject({ broadcasts: false })
    const again = { query: { ...query, again: 'true' as const }, headers: { origin: '' } }
    for (const _twice of [1, 2]) {
      expect(await api.call(unsubscribe, again)).toEqual({ kind: 'broadcast', isSubscribed: true })
    }
    expect(await api.as(member).call(getPreferences)).toMatchObject({ broadcasts: true })
  },
)

test('a link applies only to its own kind and its own member', async ({ api, world, context }) => {
  const [member, other] = [await world.member(), await world.member()]
  const body = { dailyMessage: true, weeklyDigest: true }
  for (const one of [member, other]) await api.as(one).call(savePreferences, { body })
  const query = {
    token: unsubscribeToken(context.keys, { memberId: member.id, kind: 'daily-message' }),
  }
  // It doesn't matter who is signed in.
  expect(await api.as(other).call(unsubscribe, { query })).toEqual({
    kind: 'daily-message',
    isSubscribed: false,
  })
  const wanted = { broadcasts: true, weeklyDigest: true }
  expect(await api.as(member).call(getPreferences)).toMatchObject({
    ...wanted,
    dailyMessage: false,
  })
  expect(await api.as(other).call(getPreferences)).toMatchObject({ ...wanted, dailyMessage: true })
})

test('a link of a deleted account says that nothing is subscribed', async ({
  api,
  world,
  context,
}) => {
  const { id } = await world.member()
  const query = { token: unsubscribeToken(context.keys, { memberId: id, kind: 'broadcast' }) }
  await context.db.deleteFrom('member').where('memberId', '=', id).execute()
  const none = { kind: 'broadcast', isSubscribed: false }
  expect(await api.call(unsubscription, { query })).toEqual(none)
  expect(await api.call(unsubscribe, { query })).toEqual(none)
  expect(await api.call(unsubscribe, { query: { ...query, again: 'true' } })).toEqual(none)
})

test('a forged link is refused, and only forged ones count toward the limit', async ({
  api,
  world,
  context,
}) => {
  const here = api.from(world.address())
  const { id } = await world.member()
  const token = unsubscribeToken(context.keys, { memberId: id, kind: 'broadcast' })
  const end = token.endsWith('AA') ? 'QQ' : 'AA'
  const forged = { query: { token: `${token.slice(0, -2)}${end}` } }
  for (const endpoint of [unsubscription, unsubscribe]) {
    const refusal = await here.refuse(endpoint, forged)
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', message: NOT_OURS })
  }
  const statuses: number[] = []
  for (let tries = 0; tries < 40; tries++) {
    statuses.push((await here.refuse(unsubscribe, forged)).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(await here.call(unsubscribe, { query: { token } })).toMatchObject({ isSubscribed: false })
  expect((await api.from(world.address()).refuse(unsubscribe, forged)).status).toBe(404)
})

test.for([[{}], [{ token: '' }], [{ token: 'x'.repeat(301) }], [{ token: 'x', again: 'false' }]])(
  'the incomplete link %j is refused',
  async ([query], { api }) => {
    // Tests also send what the contract refuses.
    const input = { query: query as { token: string } }
    expect(await api.refuse(unsubscribe, input)).toMatchObject({ status: 400 })
  },
)
