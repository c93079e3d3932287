import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './export.ts'

async function textOf(sections: Parameters<typeof jsonText>[0]): Promise<string> {
  let text = ''
  for await (const piece of jsonText(sections)) text += piece
  return text
}

async function* each(items: object[]): AsyncGenerator<object> {
  yield* items
}

test('lists and values form one indented document', async () => {
  const list = [{ id: 1, text: 'one\ntwo' }, { id: 2 }]
  const text = await textOf({ account: { name: 'Ana' }, stories: each(list) })
  expect(text).toBe(`${JSON.stringify({ account: { name: 'Ana' }, stories: list }, null, 2)}\n`)
})

test('an empty list is written as an empty list', async () => {
  expect(await textOf({ stories: each([]) })).toBe('{\n  "stories": []\n}\n')
})

test('any text of a member is read back unchanged', async () => {
  const lists = fc.array(fc.record({ text: fc.string({ unit: 'binary' }) }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(JSON.parse(await textOf({ replies: each(list) }))).toEqual({ replies: list })
    }),
    { numRuns: 30 },
  )
})
