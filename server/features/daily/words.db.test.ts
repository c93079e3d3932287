import { expect } from 'vitest'
import { businessWordEndpoints as calls } from '#contract/business-words.ts'
import { dailyEndpoints } from '#contract/daily.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import { libraryWords, wordOf } from '#server/library/library.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test as base } from '#server/testing/world.ts'

const test = base.extend('builtIn', async ({ admin }, { onCleanup }) => {
  onCleanup(async () => {
    await admin.call(calls.save, { body: { words: [] } })
  })
})

const GIFT = { word: 'Tithe', meaning: 'A tenth of an income.', example: 'She gave her tithe.' }
const LOAN = { word: 'Loan', meaning: 'Money to give back.', example: 'The loan took "years".' }
const DEBT = { word: '=Debt', meaning: 'What is owed; all of it.', example: 'He paid, at last.' }

async function wordsOfDays(api: TestApi, count: number): Promise<string[]> {
  const today = logicalDate(new Date(), 'America/Chicago')
  const words: string[] = []
  for (let day = 0; day < count; day++) {
    const query = { date: addDays(today, -day) }
    words.unshift((await api.call(dailyEndpoints.get, { query })).word.word)
  }
  return words
}

test('the words of the days come from the community’s own list, in its order', async ({
  api,
  admin,
  builtIn: _,
}) => {
  const before = await admin.call(calls.list)
  expect(before.isBuiltIn).toBe(true)
  expect(before.words).toHaveLength(libraryWords().length)
  const today = logicalDate(new Date(), 'America/Chicago')
  expect(await wordsOfDays(api, 1)).toEqual([wordOf(today).word])

  const body = { words: [GIFT, LOAN, DEBT], version: before.version }
  const saved = await admin.call(calls.save, { body })
  expect(saved).toMatchObject({ words: [GIFT, LOAN, DEBT], isBuiltIn: false })
  expect(await admin.call(calls.list)).toEqual(saved)
  const shown = await wordsOfDays(api, 4)
  expect(shown[3]).toBe(shown[0])
  expect(`${shown.join()},${shown.slice(1).join()}`).toContain('Tithe,Loan,=Debt')

  const back = await admin.call(calls.save, { body: { words: [], version: saved.version } })
  expect(back).toEqual(before)
  expect(await wordsOfDays(api, 1)).toEqual([wordOf(today).word])
})

test('nobody replaces a list that they have not seen, and a word is there once', async ({
  admin,
  builtIn: _,
}) => {
  const { version } = await admin.call(calls.list)
  await admin.call(calls.save, { body: { words: [GIFT], version } })
  expect(await admin.refuse(calls.save, { body: { words: [LOAN], version } })).toMatchObject({
    status: 409,
    message: 'Someone else changed the words meanwhile. Close this and try again.',
  })
  const twice = [GIFT, { ...LOAN, word: 'tithe' }]
  expect(await admin.refuse(calls.save, { body: { words: twice } })).toMatchObject({ status: 400 })
  expect((await admin.call(calls.list)).words).toEqual([GIFT])
})

test('a list is exported as a file that is read again as it was', async ({ admin, builtIn: _ }) => {
  await admin.call(calls.save, { body: { words: [GIFT, LOAN, DEBT] } })
  const { text } = await admin.request(calls.exportFile, {})
  expect(text).toContain("'=Debt")
  expect(await admin.call(calls.readFile, { body: { text } })).toEqual({
    words: [GIFT, LOAN, DEBT],
    problems: [],
  })
})

test('everything that is wrong with a file is said, with its line', async ({
  admin,
  builtIn: _,
}) => {
  const read = async (text: string) =>
    (await admin.call(calls.readFile, { body: { text } })).problems
  expect(await read('Word;Meaning\nLoan;Money')).toEqual([
    { line: 1, reason: 'The first line must name the columns. Missing: Example.' },
  ])
  expect(await read('word;meaning;example\n;;\n')).toEqual([
    { line: 1, reason: 'There are no words in this file.' },
  ])
  expect(await read('Word,Meaning,Example\nLoan,Money,Mine\n\nloan,Other,Yours\nDebt,,x')).toEqual([
    { line: 4, reason: 'Line 2 has the same word.' },
    { line: 5, reason: 'Meaning is required' },
  ])
})
