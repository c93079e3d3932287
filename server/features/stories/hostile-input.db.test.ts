import fc from 'fast-check'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

const VALUES = [
  null,
  true,
  [],
  {},
  ['1', '2'],
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '👩‍👩‍👧‍👦',
  '%',
  "'; drop table story; --",
  '0',
  '1',
  '2',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  '9999999999999999999',
  '2147483647',
  '2147483648',
  'x'.repeat(30_000),
  '& | ! <-> :*',
  '"',
  '-',
  'null',
  'constructor',
  '__proto__',
]

const value = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary' }), fc.integer())
/** Texts that fit into a URL, which half of a surrogate pair doesn't. */
const text = value.map((given) =>
  (typeof given === 'string' ? given : JSON.stringify(given)).toWellFormed(),
)
const names = [
  'id',
  'storyId',
  'parentId',
  'content',
  'reaction',
  'reason',
  'name',
  'tags',
  'approved',
  'submittedAt',
  'decision',
  'title',
  'category',
  'caption',
  'page',
  'pageSize',
  'q',
  'tag',
]
const object = (values: typeof value | typeof text) =>
  fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 8 })

test('no input of any call causes an internal error', async ({ api, world }) => {
  const author = await world.admin()
  const admin = api.as(author)
  for (const status of ['approved', 'pending'] as const) await world.story({ author, status })
  const endpoints: Record<string, Endpoint> = calls
  const property = fc.asyncProperty(
    fc.constantFrom(...Object.keys(calls)),
    fc.record({ id: text, reaction: text, query: object(text), body: object(value) }),
    async (name, { id, reaction, query, body }) => {
      const endpoint = endpoints[name]
      if (!endpoint) throw new Error(name)
      // Inputs that the endpoint doesn't expect.
      const given = { params: { id, reaction }, query, ...(endpoint.method !== 'GET' && { body }) }
      const response = await admin.request(endpoint, given as object)
      expect(response.status, `${endpoint.method} ${endpoint.path}: ${response.text}`).toBeLessThan(
        500,
      )
    },
  )
  await fc.assert(property, { numRuns: 500 })
})

test('a search for any text returns a response', async ({ api }) => {
  const property = fc.asyncProperty(
    fc.oneof(fc.constantFrom(...VALUES.map(String)), fc.string({ unit: 'binary', maxLength: 40 })),
    async (given) => {
      const q = given.toWellFormed()
      for (const query of [{ q }, { q: `word ${q}` }, { q: `${q} word`, tag: q }]) {
        const { status } = await api.request(calls.list, { query })
        expect([200, 400]).toContain(status)
      }
    },
  )
  await fc.assert(property, { numRuns: 80 })
})

test('an id that is too large for the database is refused', async ({ api }) => {
  for (const id of ['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999']) {
    // Deliberately not a number.
    const refused = await api.refuse(calls.get, { params: { id: id as unknown as number } })
    expect(refused).toMatchObject({ status: 400, message: 'This id is not a number.' })
  }
})
