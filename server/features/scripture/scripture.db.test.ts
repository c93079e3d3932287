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
    ['John 3:16, 18', 'John 3:16, 18', [16, 18]],
    ['John 3:18, 16-17', 'John 3:18, 16–17', [16, 17, 18]],
    ['John 3:16-17, 16', 'John 3:16–17, 16', [16, 17]],
    ['John 11:56ff', 'John 11:56–57', [56, 57]],
    ['Rom. 16:25-27 (NIV)', 'Romans 14:24–26', [24, 25, 26]],
    ['3 John 15', '3 John 1:14', [14]],
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

  test.for([
    ['Jude', 25],
    ['Jude 1', 25],
    ['Philemon', 25],
    ['Obadiah', 21],
    ['2 John', 13],
    ['3 John', 14],
  ] as const)('is all of a book with one chapter: %s', async ([reference, count], { api }) => {
    const passage = await api.call(read, { params: { reference } })
    expect(passage.reference).toBe(reference.replace(' 1', ''))
    expect(passage.verses).toHaveLength(count)
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
    'Jude 26',
    'John 3:16, 37',
    'John 3:37ff',
    'Romans 16:28',
    'John 3:16; Romans 5:8',
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

  test.for(['Genesis 1-50', 'Genesis 1:31-2:3', 'John 3:16; 4:1', 'John'])(
    '%s is refused',
    async (reference, { api }) => {
      const refused = await api.request(read, { params: { reference } })
      expect(refused.status).toBe(400)
      expect(refused.json).toMatchObject({
        code: 'invalid_input',
        fields: { reference: 'Ask for verses of one chapter, such as John 3:16-18.' },
      })
    },
  )

  test('verses that the translation has in several chapters are refused with their numbers', async ({
    api,
  }) => {
    const refused = await api.request(read, { params: { reference: 'Romans 16:20-27' } })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({
      fields: {
        reference:
          'The World English Bible has these verses in several chapters: Romans 16:20–24, 14:24–26.',
      },
    })
  })

  test('a long reference is refused', async ({ api }) => {
    const refused = await api.request(read, { params: { reference: `John ${'3'.repeat(80)}` } })
    expect(refused.status).toBe(400)
  })
})
