import { describe, expect } from 'vitest'
import { scriptureEndpoints } from '#contract/scripture.ts'
import { test } from '#server/testing/world.ts'

const { read } = scriptureEndpoints
const FOR_EVER = 'public, max-age=31536000, immutable'

describe('a passage', () => {
  test('is returned verse by verse, to visitors too', async ({ api }) => {
    expect(await api.call(read, { params: { reference: 'jn 11.35-36' } })).toEqual({
      reference: 'John 11:35–36',
      translation: 'World English Bible',
      verses: [
        { number: 35, text: 'Jesus wept.' },
        { number: 36, text: 'The Jews therefore said, “See how much affection he had for him!”' },
      ],
    })
  })

  test.for([
    ['Ps 117', 'Psalm 117', [1, 2]],
    ['Psalms 117:1', 'Psalm 117:1', [1]],
    ['john 11:35', 'John 11:35', [35]],
    ['Jude 24-25', 'Jude 1:24–25', [24, 25]],
    ['1st Thess 5:16–18', '1 Thessalonians 5:16–18', [16, 17, 18]],
    ['Song 2:4', 'Song of Solomon 2:4', [4]],
    ['Mark 3:1', 'Mark 3:1', [1]],
  ] as const)('is found: %s is %s', async ([reference, name, numbers], { api }) => {
    const passage = await api.call(read, { params: { reference } })
    expect(passage.reference).toBe(name)
    expect(passage.verses.map(({ number }) => number)).toEqual(numbers)
  })

  test('is at most one chapter, and the longest chapter is complete', async ({ api }) => {
    const { verses } = await api.call(read, { params: { reference: 'Psalm 119' } })
    expect(verses).toHaveLength(176)
    expect(JSON.stringify(verses).length).toBeLessThan(24_000)
  })

  test('has no verse that the translation leaves out', async ({ api }) => {
    const acts = await api.call(read, { params: { reference: 'Acts 8:36-38' } })
    expect(acts.verses.map(({ number }) => number)).toEqual([36, 38])
    const romans = await api.call(read, { params: { reference: 'Romans 16' } })
    expect(romans.verses.at(-1)?.number).toBe(24)
  })

  test('can be cached forever, and is not sent again to a client that has it', async ({ api }) => {
    const first = await api.request(read, { params: { reference: 'Psalm 23' } })
    expect(first.headers).toMatchObject({ 'cache-control': FOR_EVER, etag: expect.any(String) })
    expect(first.headers).not.toHaveProperty('set-cookie')
    const again = await api.request(read, {
      params: { reference: 'Psalm 23' },
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe(FOR_EVER)
  })
})

describe('an invalid passage', () => {
  test.for([
    'John 3:37',
    'John 22',
    'Psalm 151',
    'John 0:1',
    'John 3:18-16',
    'Acts 8:37',
    'Tobit 1:1',
    'hello',
    'in John 3:16',
    '../../main',
    'John 3:16/../17',
  ])('%s is not found, and the response is not cached', async (reference, { api }) => {
    const refused = await api.request(read, { params: { reference } })
    expect(refused.status).toBe(404)
    expect(refused.json).toMatchObject({
      code: 'not_found',
      message: 'This passage does not exist.',
    })
    expect(refused.headers['cache-control']).toBe('no-store')
  })

  test.for(['Genesis 1-50', 'Genesis 1:31-2:3'])('%s is refused', async (reference, { api }) => {
    const refused = await api.request(read, { params: { reference } })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({
      code: 'invalid_input',
      fields: { reference: 'Ask for verses of one chapter, such as John 3:16-18.' },
    })
  })

  test.for(['John 3:16, 18', 'John 3:16; 4:1'])(
    'a list such as %s is not found',
    async (reference, { api }) => {
      expect((await api.request(read, { params: { reference } })).status).toBe(404)
    },
  )

  test('a long reference is refused', async ({ api }) => {
    const refused = await api.request(read, { params: { reference: `John ${'3'.repeat(80)}` } })
    expect(refused.status).toBe(400)
  })
})
