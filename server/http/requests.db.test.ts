import { readdir } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { actionEndpoints } from '#contract/actions.ts'
import { dailyEndpoints } from '#contract/daily.ts'
import { emailEndpoints } from '#contract/email.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { tillEndpoints } from '#contract/till.ts'
import { userEndpoints } from '#contract/users.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const { login, logout, changeUser, removeAccount, endSession, requestOtp } = accountEndpoints
const JSON_TYPE = { 'content-type': 'application/json' }

test.for([
  ['neither origin nor fetch site', { origin: '' }],
  ['a foreign origin', { origin: 'https://elsewhere.example' }],
  ['a hidden origin', { origin: 'null' }],
  [
    'our name as a subdomain of another site',
    { origin: 'http://localhost:3000.elsewhere.example' },
  ],
  ['another port of this host', { origin: 'http://localhost:4000' }],
  ['a fetch from another site', { origin: '', 'sec-fetch-site': 'cross-site' }],
] as const)(
  'an unsafe call with %s is refused and changes nothing',
  async ([, headers], { api, world }) => {
    const member = await world.member()
    const { username, password } = member
    const calls: [Endpoint, object][] = [
      [login, { body: { username, password } }],
      [logout, {}],
      [changeUser, { body: { timeZone: 'Asia/Tokyo' } }],
      [endSession, { params: { id: 1 } }],
      [removeAccount, { body: { password, stories: 'remove' } }],
    ]
    for (const [endpoint, input] of calls) {
      const error = await api.as(member).refuse(endpoint, { ...input, headers })
      expect(error).toMatchObject({
        status: 403,
        code: 'not_allowed',
        message: 'This request did not come from our own pages.',
      })
    }
    const user = await api.as(member).call(accountEndpoints.currentUser)
    expect(user.timeZone).toBe('America/Chicago')
  },
)

test('our own pages are recognized by either header, and reading needs neither', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const caller = api.as(member)
  const body = { timeZone: 'Asia/Tokyo' }
  await caller.call(changeUser, { body })
  const bySite = { headers: { origin: '', 'sec-fetch-site': 'same-origin' } }
  await caller.call(changeUser, { body, ...bySite })
  await caller.call(accountEndpoints.currentUser, { headers: { origin: '' } })
})

test.for([
  ['broken JSON', '{"username":', JSON_TYPE, 400],
  ['no JSON at all', 'username=ruth', JSON_TYPE, 400],
  ['an empty JSON body', '', JSON_TYPE, 400],
  ['no body', undefined, {}, 400],
  ['an array', '[]', JSON_TYPE, 400],
  ['an array of the right thing', '[{"username":"ruth","password":"x"}]', JSON_TYPE, 400],
  ['null', 'null', JSON_TYPE, 400],
  ['a number', '7', JSON_TYPE, 400],
  ['a text', '"ruth"', JSON_TYPE, 400],
  ['arrays for texts', '{"username":["ruth"],"password":["x"]}', JSON_TYPE, 400],
  ['objects for texts', '{"username":{"$ne":""},"password":{"$ne":""}}', JSON_TYPE, 400],
  ['a prototype', '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}', JSON_TYPE, 400],
  ['a NUL character', '{"username":"ru\\u0000th","password":"x"}', JSON_TYPE, 400],
  ['half a character', '{"username":"\\ud800","password":"x"}', JSON_TYPE, 400],
  ['a NUL in the password', '{"username":"ruth","password":"\\u0000"}', JSON_TYPE, 400],
  ['a long name', `{"username":"${'r'.repeat(3_000)}","password":"x"}`, JSON_TYPE, 400],
  ['a long password', `{"username":"ruth","password":"${'x'.repeat(3_000)}"}`, JSON_TYPE, 400],
  ['a body of over 4 kB', `{"username":"ruth","password":"${'x'.repeat(4_096)}"}`, JSON_TYPE, 413],
  ['a huge body', `{"username":"${'r'.repeat(600_000)}"}`, JSON_TYPE, 413],
  ['a form', 'username=ruth', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['XML', '<ruth/>', { 'content-type': 'application/xml' }, 415],
  ['plain text', '{"username":"ruth","password":"x"}', { 'content-type': 'text/plain' }, 415],
  ['a nonsense type', '{}', { 'content-type': 'nonsense' }, 415],
  ['a form with files', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
] as const)(
  '%s is refused in the documented form',
  async ([, payload, headers, status], { api, world }) => {
    const response = await api.request(login, {
      ...(payload !== undefined && { payload }),
      headers,
      address: world.address(),
    })
    expect(response.status).toBe(status)
    const body = ErrorBody.strict().parse(response.json)
    expect(body.message).toBe(body.error)
    expect(body.message).toMatch(/^[A-Z].*\w/)
    expect(body.message).not.toMatch(/expected|received|JSON at position|stack|syntax/i)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  },
)

test.for([
  ['without parts', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
  ['cut off', '--x\r\nContent-Disp', { 'content-type': 'multipart/form-data; boundary=x' }],
] as const)('a form %s is refused', async ([, payload, headers], { api, world }) => {
  const caller = api.as(await world.member())
  const refused = await caller.refuse(storyEndpoints.create, { payload, headers })
  expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
})

test('input with NUL or half a character is refused', async ({ api, world }) => {
  const caller = api.as(await world.admin())
  const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }
  const endpoint = 'https://push.example.org/a\0b'
  const fields = { title: 'Hope', category: 'faith', content: 'Hope' }
  const cases: [Endpoint, object][] = [
    [tillEndpoints.receipt, { params: { session: '\0' } }],
    [tillEndpoints.getSession, { params: { session: 'a\0b' } }],
    [tillEndpoints.finishSession, { params: { session: 'a\0b' }, body: { action: 'pay' } }],
    [emailEndpoints.listOutbox, { query: { to: 'a\0b' } }],
    [notificationEndpoints.subscribe, { body: { endpoint, keys } }],
    [notificationEndpoints.unsubscribe, { body: { endpoint } }],
    [emailEndpoints.preview, { body: { subject: 'News', html: '<p>a\0b</p>' } }],
    [emailEndpoints.preview, { body: { subject: 'News', html: '<p>a\ud800b</p>' } }],
    [emailEndpoints.sendBroadcast, { body: { subject: 'News', html: '<p>a\0b</p>' } }],
    [moodEndpoints.save, { body: { mood: 'sad', notes: 'a\0b' } }],
    [moodEndpoints.save, { body: { mood: 'sad', 'a\0b': 1 } }],
    [storyEndpoints.create, { fields: { ...fields, content: 'a\0b' } }],
  ]
  for (const [call, input] of cases) {
    const refused = await caller.refuse(call, input)
    const sentence = 'This text has a character that can’t be stored.'
    expect([call.path, refused.status, refused.message]).toEqual([call.path, 400, sentence])
  }
  // These six characters as text are accepted.
  await caller.call(moodEndpoints.save, { body: { mood: 'sad', notes: 'a\\u0000b' } })
})

test('text in another encoding is refused, and its letters are never replaced', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { origin, host } = new URL(context.config.publicUrl)
  const app = await buildApp(context)
  onTestFinished(() => app.close())
  const send = async (url: string, type: string, payload: Buffer) => {
    const headers = { 'content-type': type, origin, host, cookie: member.cookie }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, ...ErrorBody.parse(answer.json()) }
  }
  const refused = {
    status: 400,
    code: 'invalid_input',
    message:
      'Some letters of this text couldn’t be read (�). Type them again, or save the file as UTF-8.',
  }
  const form = 'multipart/form-data; boundary=edge'
  const part = (disposition: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const story = part('name="category"', 'faith') + part('name="content"', 'Hope')
  const mood = { mood: 'sad', notes: 'Café' }
  expect(await send('/api/moods', 'application/json', latin(JSON.stringify(mood)))).toMatchObject({
    ...refused,
    fields: { notes: refused.message },
  })
  expect(
    await send('/api/moods', 'application/json', Buffer.from('{"mood":"sad","notes":"\\ufffd"}')),
  ).toMatchObject(refused)
  expect(
    await send('/api/stories', form, latin(`${story}${part('name="title"', 'Café')}--edge--\r\n`)),
  ).toMatchObject({ ...refused, fields: { title: refused.message } })
  expect(await api.as(member).call(moodEndpoints.list)).toMatchObject({ total: 0 })
})

test('NUL and half a character are found at any depth', async ({ api, world }) => {
  const caller = api.as(await world.admin())
  const deep = 20_000
  for (const [call, name] of [
    [emailEndpoints.preview, 'html'],
    [emailEndpoints.sendBroadcast, 'html'],
    [storyEndpoints.create, 'content'],
  ] as const) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const payload = `{"${name}":${open.repeat(deep)}"\\u0000"${close.repeat(deep)}}`
      const { status } = await caller.refuse(call, { payload, headers: JSON_TYPE })
      expect([call.path, status]).toEqual([call.path, 400])
    }
  }
})

test('two files for one field are refused, and neither is kept', async ({
  api,
  world,
  context,
}) => {
  const caller = api.as(await world.admin())
  const part = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nbytes\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const names of [
    ['imageUrl', 'imageUrl'],
    ['imageUrl', 'constructor'],
    ['imageUrl', 'digitalFileUrl', 'imageUrl'],
  ]) {
    const payload = `${names.map(part).join('')}--x--\r\n`
    const refused = await caller.refuse(shopEndpoints.createProduct, { payload, headers })
    expect(refused.status).toBe(400)
    expect(await readdir(context.workDir)).toEqual([])
  }
})

test('an id is a number or its digits, and nothing that could be converted to one', async ({
  api,
  world,
}) => {
  const caller = api.as(await world.member())
  for (const id of ['0x1', '1e0', ' 1', '1 ', '+1', '01', '1.0', 'true']) {
    const refused = await caller.refuse(storyEndpoints.get, { params: { id } })
    expect([id, refused.status]).toEqual([id, 400])
  }
  for (const storyId of [true, [1], '0x1', ' 1', null, 1.5]) {
    const refused = await caller.refuse(storyEndpoints.reply, { body: { storyId, content: 'Yes' } })
    expect([storyId, refused.status, Object.keys(refused.fields ?? {})]).toEqual([
      storyId,
      400,
      ['storyId'],
    ])
  }
})

test('a call that redirects answers once, and logs no failure', async ({ api, logLines }) => {
  const query = { token: 'a token from an email' }
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const response = await api.request(emailEndpoints.unsubscription, { query, headers })
  expect(response.status).toBe(303)
  expect(response.headers.location).toBe('/unsubscribe?token=a%20token%20from%20an%20email')
  expect(response.headers['cache-control']).toBe('no-store')
  const levels = logLines.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(Math.max(...levels)).toBeLessThan(50)
})

test('invalid input gets the sentence of the contract, or a general one if it has none', async ({
  api,
  world,
}) => {
  const caller = api.as(await world.admin())
  const plain = 'Some of this isn’t valid. Check it and try again.'
  const cases: [Endpoint, { body?: object; fields?: Record<string, string> }, string, string][] = [
    [moodEndpoints.save, { body: { mood: 'sad', notes: 7 } }, 'notes', 'Enter a text.'],
    [
      actionEndpoints.createPersonal,
      { body: { actionContent: 'Rest', key: 'mine' } },
      'key',
      plain,
    ],
    [
      dailyEndpoints.publish,
      { fields: { type: 'message', format: 'text', content: 'Peace', source: 'heaven' } },
      'source',
      plain,
    ],
    [
      moodEndpoints.save,
      { body: { mood: 'sad', notes: 'x'.repeat(2_001) } },
      'notes',
      'Notes must be 2,000 characters or less',
    ],
  ]
  for (const [endpoint, input, field, message] of cases) {
    expect(await caller.refuse(endpoint, input as object)).toMatchObject({
      status: 400,
      message,
      fields: { [field]: message },
    })
  }
})

test('no input of an account call causes a server error', async ({ api, world }) => {
  const strange: unknown[] = [
    null,
    [],
    {},
    '',
    '\0',
    '\ud800',
    '\u202e',
    '😀'.repeat(40_000),
    'x'.repeat(100_000),
    -1,
    1e308,
    true,
    ['a@example.org'],
    { toString: 'x' },
    '%00',
    "'; drop table member; --",
    'a@example.org\r\nBcc: b@example.org',
    '__proto__',
  ]
  const fields = {
    ...world.registration(),
    code: '123456',
    token: 'unknown',
    newPassword: 'another password',
    stories: 'keep',
  }
  const withBody = Object.values(accountEndpoints).filter((endpoint) => 'body' in endpoint)
  expect(withBody.length).toBeGreaterThan(8)
  for (const endpoint of withBody) {
    for (const field of Object.keys(endpoint.body.shape)) {
      const member = await world.member()
      for (const value of strange) {
        const body = { ...fields, [field]: value }
        const response = await api.as(member).request(endpoint, { body, address: world.address() })
        expect(`${endpoint.path} ${field} ${response.status}`).not.toMatch(/ 5\d\d$/)
      }
    }
  }
})

test('no query of an availability call causes a server error', async ({ api, world }) => {
  const { checkUsername, checkEmail, checkAnonymousUsername } = accountEndpoints
  const strange = ['\0', '%', '\ud800', '\u202e', '😀'.repeat(90), 'x'.repeat(5_000), "' or 1=1"]
  for (const value of strange) {
    for (const [endpoint, name] of [
      [checkUsername, 'username'],
      [checkAnonymousUsername, 'username'],
      [checkEmail, 'email'],
    ] as const) {
      const query = { [name]: value }
      const response = await api.request(endpoint, { query, address: world.address() })
      expect([200, 400]).toContain(response.status)
    }
  }
})

test('an unknown address and a wrong method are answered in the documented form', async ({
  api,
}) => {
  for (const [method, path] of [
    ['GET', '/api/nothing-here'],
    ['POST', '/api/user/nothing'],
    ['PUT', '/api/login'],
    ['DELETE', '/api/'],
  ] as const) {
    const endpoint: Endpoint = { method, path, who: 'any', summary: '', response: null }
    expect(await api.refuse(endpoint)).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'There’s nothing at this address.',
    })
  }
})

test('an answer that has not changed is a 304', async ({ api, world }) => {
  const member = await world.member()
  const first = await api.as(member).request(accountEndpoints.currentUser)
  const etag = String(first.headers.etag)
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const headers = { 'if-none-match': value }
    const again = await api.as(member).request(accountEndpoints.currentUser, { headers })
    expect(again).toMatchObject({ status: 304, text: '' })
  }
  await api.as(member).call(changeUser, { body: { timeZone: 'Asia/Tokyo' } })
  const headers = { 'if-none-match': etag }
  const changed = await api.as(member).request(accountEndpoints.currentUser, { headers })
  expect(changed.status).toBe(200)
  expect(first.headers['cache-control']).toBe('private, no-cache')
})

test('browsers must not store an answer with private content', async ({ api, world }) => {
  const caller = api.as(await world.admin())
  const calls: Endpoint[] = [
    accountEndpoints.listSessions,
    accountEndpoints.exportData,
    moodEndpoints.list,
    guidanceEndpoints.listOwn,
    guidanceEndpoints.listAll,
    emailEndpoints.listOutbox,
    emailEndpoints.listEvents,
    emailEndpoints.listBounced,
    shopEndpoints.listPurchases,
    shopEndpoints.listOrders,
    shopEndpoints.exportOrders,
    shopEndpoints.listSubscribers,
    tillEndpoints.listRecords,
    userEndpoints.list,
  ]
  for (const endpoint of calls) {
    const { status, headers } = await caller.request(endpoint)
    expect([endpoint.path, status, headers['cache-control']]).toEqual([
      endpoint.path,
      200,
      'no-store',
    ])
  }
})

test('a list that is not paged has its count, and nothing else does', async ({ api, world }) => {
  const caller = api.as(await world.member())
  const actions = await caller.request(actionEndpoints.listSystem)
  expect(actions.headers['x-total-count']).toBe('5')
  const none = await caller.request(actionEndpoints.listPersonal)
  expect([none.json, none.headers['x-total-count']]).toEqual([[], '0'])
  const page = await caller.request(dailyEndpoints.get)
  expect(page.headers).not.toHaveProperty('x-total-count')
})

test('every answer has the headers that protect a browser', async ({ api }) => {
  const { headers } = await api.request(requestOtp, { body: { email: 'nobody' } })
  const foreign = { headers: { origin: 'https://evil.example' } }
  const fromElsewhere = await api.request(accountEndpoints.currentUser, foreign)
  expect(fromElsewhere.headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['referrer-policy']).toBe('same-origin')
  const policy = String(headers['content-security-policy'])
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
  expect(scripts).toBe("'self'")
  expect(policy).toContain("frame-ancestors 'none'")
})

testLogNamesNobody()

test('an address that cannot be decoded is answered in the documented form', async ({ api }) => {
  const broken = { ...accountEndpoints.currentUser, path: '/api/stories/%zz' as const }
  const response = await api.request(broken)
  expect(response.status).toBe(400)
  expect(ErrorBody.parse(response.json).code).toBe('invalid_input')
})
