import { expect } from 'vitest'
import { addDays } from '#contract/logical-date.ts'
import { triviaEndpoints as calls } from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import { libraryQuestions } from '#server/library/library.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestClock } from '#server/testing/clock.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { fillTriviaBank, insertBuiltIn } from './bank.ts'

const QUESTION = {
  subject: 'bible',
  question: 'Who led the people out of Egypt?',
  options: ['Moses', 'Joshua', 'Aaron'],
  answer: 'Moses',
  explanation: 'He led them through the sea and to the mountain.',
  source: 'Exodus 14',
} as const

async function newAdmin(api: TestApi, world: World): Promise<TestApi> {
  const { id } = await world.admin()
  return api.as({ cookie: await world.session(id, new Date('2090-01-01T00:00:00Z')) })
}

function goTo(clock: TestClock, day: string): void {
  const noon = Date.parse(`${day}T17:00:00Z`)
  clock.advance({ minutes: (noon - clock.now().getTime()) / 60_000 })
}

/** Disables every question but these. */
async function useOnly(context: Context, ids: readonly number[]): Promise<void> {
  const { db } = context
  await db.updateTable('triviaQuestion').set({ isEnabled: false }).execute()
  if (ids.length === 0) return
  await db
    .updateTable('triviaQuestion')
    .set({ isEnabled: true })
    .where('triviaQuestionId', 'in', ids)
    .execute()
}

async function audited(context: Context, action: string, subjectId: number): Promise<unknown[]> {
  const rows = await context.db
    .selectFrom('auditEntry')
    .select(['subjectType', 'detail'])
    .where('action', '=', action)
    .where('subjectId', '=', String(subjectId))
    .execute()
  return rows
}

test('after a start the bank contains the library once, however many nodes start', async ({
  context,
}) => {
  const count = async () =>
    (await context.db.selectFrom('triviaQuestion').select('builtInKey').execute()).length
  expect(await count()).toBe(libraryQuestions().length)
  await Promise.all([fillTriviaBank(context), fillTriviaBank(context), fillTriviaBank(context)])
  expect(await count()).toBe(libraryQuestions().length)
  // A later release adds questions; several nodes start with it at once, in any order.
  const more = Array.from({ length: 30 }, (_, index) => ({
    key: `later-${index}`,
    subject: 'growth' as const,
    question: 'What?',
    options: ['a', 'b', 'c', 'd'] as const,
    answer: 'a',
    explanation: 'Because.',
    source: 'A book',
  }))
  const added = await Promise.all([
    insertBuiltIn(context.db, more),
    insertBuiltIn(context.db, more.toReversed()),
    insertBuiltIn(context.db, more),
  ])
  expect(added.reduce((sum, number) => sum + number)).toBe(30)
  await context.db.deleteFrom('triviaQuestion').where('builtInKey', 'like', 'later-%').execute()
})

test('a start that adds nothing uses up no ids', async ({ context }) => {
  const insert = async () => {
    const { triviaQuestionId } = await context.db
      .insertInto('triviaQuestion')
      .values({ ...QUESTION, options: [...QUESTION.options] })
      .returning('triviaQuestionId')
      .executeTakeFirstOrThrow()
    return triviaQuestionId
  }
  const before = await insert()
  expect(await insertBuiltIn(context.db, libraryQuestions())).toBe(0)
  const after = await insert()
  expect(after).toBe(before + 1)
  await context.db
    .deleteFrom('triviaQuestion')
    .where('triviaQuestionId', 'in', [before, after])
    .execute()
})

test('each built-in question is stored as it was written', async ({ context }) => {
  const rows = await context.db
    .selectFrom('triviaQuestion')
    .select([
      'builtInKey as key',
      'subject',
      'question',
      'options',
      'answer',
      'explanation',
      'source',
    ])
    .where('builtInKey', 'is not', null)
    .execute()
  const byKey = (a: { key: string | null }, b: { key: string | null }) =>
    (a.key ?? '') < (b.key ?? '') ? -1 : 1
  expect(rows.toSorted(byKey)).toEqual(libraryQuestions().toSorted(byKey))
})

test('questions can be added, found, changed and disabled; all changes are audited', async ({
  api,
  world,
  context,
}) => {
  const admin = await newAdmin(api, world)
  const response = await admin.request(calls.createQuestion, { body: QUESTION })
  expect(response.status).toBe(201)
  const version = expect.any(String)
  const added = { ...QUESTION, isEnabled: true, isBuiltIn: false, lastShownOn: null, version }
  expect(response.json).toEqual({ id: expect.any(Number), ...added })
  const { id } = response.json as { id: number }
  expect(await audited(context, 'trivia-question-added', id)).toEqual([
    { subjectType: 'trivia-question', detail: {} },
  ])
  const { items, total } = await admin.call(calls.listQuestions, { query: { pageSize: 2 } })
  expect(total).toBe(libraryQuestions().length + 1)
  expect(items).toHaveLength(2)
  expect(items[0]).toEqual({ id, ...added })
  expect(items[1]).toMatchObject({ isBuiltIn: true })

  const changed = { ...QUESTION, question: 'Who led Israel out of Egypt?', isEnabled: false }
  const input = { params: { id }, body: changed }
  expect(await admin.call(calls.updateQuestion, input)).toEqual({ id, ...added, ...changed })
  expect(await audited(context, 'trivia-question-changed', id)).toEqual([
    { subjectType: 'trivia-question', detail: { state: 'off' } },
  ])
  const missing = { params: { id: 2_000_000_000 }, body: changed }
  expect(await admin.refuse(calls.updateQuestion, missing)).toMatchObject({
    status: 404,
    message: 'This question does not exist.',
  })
})

test('the bank can be searched by text and subject, page by page', async ({ api, world }) => {
  const admin = await newAdmin(api, world)
  const unique = ['50% of_what\\', '50% of what'].map((words) => `Is it ${words}, Ünique?`)
  for (const question of unique) {
    await admin.call(calls.createQuestion, { body: { ...QUESTION, question, subject: 'growth' } })
  }
  const find = async (query: { q?: string; subject?: 'business' | 'growth' }) =>
    (await admin.call(calls.listQuestions, { query })).items.map(({ question }) => question)
  expect(await find({ q: 'ünique' })).toEqual(unique.toReversed())
  expect(await find({ q: '50% OF_' })).toEqual([unique[0]])
  expect(await find({ q: 'of_what\\' })).toEqual([unique[0]])
  expect(await find({ q: 'ünique', subject: 'business' })).toEqual([])
  const business = libraryQuestions().filter(({ subject }) => subject === 'business').length
  const page = { subject: 'business', pageSize: 10, page: 2 } as const
  const { items, total } = await admin.call(calls.listQuestions, { query: page })
  expect(total).toBe(business)
  expect(items).toHaveLength(10)
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a))
  expect((await admin.call(calls.listQuestions, { query: { page: 9_999 } })).items).toEqual([])
  const wrong = [{ q: 'a\0b' }, { q: 'a'.repeat(101) }, { page: 0 }, { subject: 'art' }]
  for (const query of wrong) {
    const refused = await admin.refuse(calls.listQuestions, { query: query as { q: string } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
  }
})

test.for([
  [{ question: ' ' }, 'question', 'Question is required'],
  [{ question: 'a'.repeat(301) }, 'question', 'Questions must be 300 characters or less.'],
  [{ options: ['Moses'] }, 'options', 'Give at least two options.'],
  [{ options: [...'abcdefg'] }, 'options', 'Give at most six options.'],
  [{ options: ['Moses', 'Moses '] }, 'options', 'Each option must differ.'],
  [{ options: ['Moses', ''] }, 'options', 'Each option needs a text.'],
  [{ answer: 'Miriam' }, 'answer', 'The right answer must be one of the options.'],
  [{ explanation: '' }, 'explanation', 'Explanation is required'],
  [{ source: undefined }, 'source', 'Source is required'],
  [{ subject: 'art' }, 'subject', 'Choose a subject.'],
  [{ isEnabled: 'no' }, 'isEnabled', 'Say whether the question is in use.'],
] as const)('a question with %j is refused', async ([wrong, field, message], { api, world }) => {
  const admin = await newAdmin(api, world)
  const body = { ...QUESTION, ...wrong }
  const refusal = { status: 400, message, fields: { [field]: message } }
  expect(await admin.refuse(calls.createQuestion, { body })).toMatchObject(refusal)
  const update = { params: { id: 1 }, body }
  expect(await admin.refuse(calls.updateQuestion, update)).toMatchObject(refusal)
})

test('today’s question stays as it was shown when it is changed or disabled', async ({
  api,
  world,
  clock,
  context,
}) => {
  goTo(clock, '2041-02-03')
  const admin = await newAdmin(api, world)
  const builtIn = await context.db
    .selectFrom('triviaQuestion')
    .select('triviaQuestionId')
    .where('builtInKey', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await useOnly(context, [builtIn.triviaQuestionId])
  const shown = await admin.call(calls.adminToday)
  expect(shown.answeredCount).toBe(0)
  const { items } = await admin.call(calls.listQuestions, { query: { q: shown.triviaQuestion } })
  const { id = 0, subject = 'bible' } = items[0] ?? {}
  expect(items[0]).toMatchObject({ lastShownOn: '2041-02-03', isBuiltIn: true })
  const body = { ...QUESTION, subject, isEnabled: false }
  const changed = await admin.call(calls.updateQuestion, { params: { id }, body })
  expect(changed).toMatchObject({ isBuiltIn: true, isEnabled: false, question: QUESTION.question })
  expect(await admin.call(calls.adminToday)).toEqual(shown)
  expect(await admin.call(calls.today)).toMatchObject({
    id: shown.id,
    triviaQuestion: shown.triviaQuestion,
    options: shown.options,
  })
  await context.db.updateTable('triviaQuestion').set({ isEnabled: true }).execute()
  await admin.call(calls.updateQuestion, { params: { id }, body })
  // The next start restores neither the old text nor the enabled state.
  await fillTriviaBank(context)
  expect(
    (await admin.call(calls.listQuestions, { query: { q: QUESTION.question } })).items,
  ).toEqual([expect.objectContaining({ id, isEnabled: false })])
})

test('a regeneration shows another question, is announced to other nodes, and is audited', async ({
  api,
  world,
  clock,
  context,
}) => {
  goTo(clock, '2042-02-03')
  const admin = await newAdmin(api, world)
  const first = await admin.call(calls.adminToday)
  const before = context.changes.version('daily')
  const second = await admin.call(calls.regenerate)
  expect(second.triviaQuestion).not.toBe(first.triviaQuestion)
  expect(second.options).toContain(second.correctAnswer)
  expect(second).toMatchObject({ date: '2042-02-03', answeredCount: 0 })
  expect(context.changes.version('daily')).toBeGreaterThan(before)
  expect(await audited(context, 'trivia-regenerated', second.id)).toEqual([
    {
      subjectType: 'trivia',
      detail: { date: '2042-02-03', replaced: first.id, answered: 0 },
    },
  ])
})

test('administrators who regenerate at once all get one current question', async ({
  api,
  world,
  clock,
}) => {
  goTo(clock, '2043-02-03')
  const admins = await Promise.all(Array.from({ length: 6 }, () => newAdmin(api, world)))
  const responses = await Promise.all(admins.map((admin) => admin.request(calls.regenerate)))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const [admin] = admins
  const current = await admin?.call(calls.adminToday)
  expect(responses.map(({ json }) => json)).toContainEqual(current)
})

test('if all questions were shown recently, the one shown longest ago is repeated', async ({
  api,
  world,
  clock,
  context,
}) => {
  const day = '2050-06-01'
  goTo(clock, day)
  const admin = await newAdmin(api, world)
  const ids: number[] = []
  for (const [index, ago] of [3, 40, 12].entries()) {
    const body = { ...QUESTION, question: `Shown ${ago} days ago?`, subject: 'business' as const }
    const { id } = await admin.call(calls.createQuestion, { body })
    await context.db
      .updateTable('triviaQuestion')
      .set({ lastShownOn: addDays(day, -ago) })
      .where('triviaQuestionId', '=', id)
      .execute()
    ids[index] = id
  }
  await useOnly(context, ids)
  const asked = [(await admin.call(calls.adminToday)).triviaQuestion]
  for (const later of [1, 2, 3]) {
    goTo(clock, addDays(day, later))
    asked.push((await admin.call(calls.adminToday)).triviaQuestion)
  }
  expect(asked).toEqual([
    'Shown 40 days ago?',
    'Shown 12 days ago?',
    'Shown 3 days ago?',
    'Shown 40 days ago?',
  ])
  // A question last shown 91 days ago comes before all of them, one of 90 days ago does not.
  const rested = await admin.call(calls.createQuestion, { body: QUESTION })
  const setLastShown = (ago: number) =>
    context.db
      .updateTable('triviaQuestion')
      .set({ lastShownOn: addDays(day, 4 - ago), question: `Rested for ${ago} days?` })
      .where('triviaQuestionId', '=', rested.id)
      .execute()
  await setLastShown(91)
  goTo(clock, addDays(day, 4))
  expect((await admin.call(calls.adminToday)).triviaQuestion).toBe('Rested for 91 days?')
})

test('administrators see how many enabled questions were not shown for 90 days', async ({
  api,
  world,
  clock,
  context,
}) => {
  const day = '2056-06-01'
  goTo(clock, day)
  const admin = await newAdmin(api, world)
  const ids: number[] = []
  // The first one is shown today.
  for (const ago of [undefined, undefined, 91, 90, 3]) {
    const question = `Shown ${ago} days before?`
    const { id } = await admin.call(calls.createQuestion, { body: { ...QUESTION, question } })
    if (ago !== undefined) {
      await context.db
        .updateTable('triviaQuestion')
        .set({ lastShownOn: addDays(day, -ago) })
        .where('triviaQuestionId', '=', id)
        .execute()
    }
    ids.push(id)
  }
  const [first = 0, second = 0] = ids
  await useOnly(context, [first])
  expect((await admin.call(calls.adminToday)).restedCount).toBe(0)
  await useOnly(context, ids)
  expect((await admin.call(calls.adminToday)).restedCount).toBe(2)
  await useOnly(
    context,
    ids.filter((id) => id !== second),
  )
  expect((await admin.call(calls.adminToday)).restedCount).toBe(1)
})

test('the options are shuffled when a question is shown', async ({
  api,
  world,
  clock,
  context,
}) => {
  const admin = await newAdmin(api, world)
  const options = ['one', 'two', 'three', 'four', 'five', 'six']
  const body = { ...QUESTION, options, answer: 'one' }
  const { id } = await admin.call(calls.createQuestion, { body })
  await useOnly(context, [id])
  const orders = new Set<string>()
  for (let day = 0; day < 6; day++) {
    goTo(clock, addDays('2060-01-01', day))
    const trivia = await admin.call(calls.today)
    expect(trivia.options.toSorted()).toEqual(options.toSorted())
    expect(await admin.call(calls.today)).toEqual(trivia)
    orders.add(trivia.options.join())
  }
  // The same order six times isn't a coincidence.
  expect(orders.size).toBeGreaterThan(1)
})

test('without an enabled question there is an error, and a single question can’t be replaced', async ({
  api,
  world,
  clock,
  context,
}) => {
  goTo(clock, '2070-01-01')
  const admin = await newAdmin(api, world)
  await useOnly(context, [])
  const nothing = { status: 404, code: 'not_found', message: 'There’s no question today.' }
  expect(await admin.refuse(calls.today)).toMatchObject(nothing)
  expect(await admin.refuse(calls.adminToday)).toMatchObject(nothing)
  expect(await admin.refuse(calls.regenerate)).toMatchObject(nothing)
  const answer = { body: { triviaId: 1, answer: 'Moses' } }
  expect(await admin.refuse(calls.answer, answer)).toMatchObject(nothing)
  const { id } = await admin.call(calls.createQuestion, { body: QUESTION })
  const today = await admin.call(calls.adminToday)
  expect(today).toMatchObject({ triviaQuestion: QUESTION.question })
  expect(await admin.refuse(calls.regenerate)).toMatchObject({
    status: 409,
    message: 'There’s no other question to show. Add one first.',
  })
  expect(await audited(context, 'trivia-regenerated', today.id)).toEqual([])
  expect(id).toBeGreaterThan(0)
})

/** A file as a spreadsheet saves it, with these lines below its headings. */
function fileOf(...lines: string[]): string {
  return [
    'Number;Subject;Question;Option 1;Option 2;Right answer;Explanation;Source;In use',
    ...lines,
  ].join('\r\n')
}

test('a file of questions says what it changes, then changes that, all or nothing', async ({
  api,
  world,
  context,
}) => {
  const admin = await newAdmin(api, world)
  const { id } = await admin.call(calls.createQuestion, { body: QUESTION })
  const added = 'bible;Who built the ark?;Noah;Moses;1;He built it, as he was told.;Genesis 6;'
  const text = fileOf(
    `${id};Bible;Who led the people out of Egypt?;Moses;Joshua;Moses;He led them.;Exodus 14;no`,
    `;${added}`,
    ';;;;;;;;',
  )
  const count = async (): Promise<number> =>
    (await admin.call(calls.listQuestions, { query: {} })).total
  const before = await count()
  const preview = await admin.call(calls.importQuestions, { body: { text } })
  expect(preview).toMatchObject({
    added: ['Who built the ark?'],
    changed: ['Who led the people out of Egypt?'],
    unchanged: 0,
    problems: [],
  })
  expect(await count()).toBe(before)

  // Somebody else changes the question first.
  const changed = { ...QUESTION, source: 'Exodus 12' }
  await admin.call(calls.updateQuestion, { params: { id }, body: changed })
  const late = { text, version: preview.version }
  expect((await admin.request(calls.importQuestions, { body: late })).status).toBe(409)
  expect(await count()).toBe(before)

  const { version } = await admin.call(calls.importQuestions, { body: { text } })
  await admin.call(calls.importQuestions, { body: { text, version } })
  const { items, total } = await admin.call(calls.listQuestions, { query: { pageSize: 2 } })
  expect(total).toBe(before + 1)
  expect(items).toMatchObject([
    { question: 'Who built the ark?', options: ['Noah', 'Moses'], answer: 'Noah', isEnabled: true },
    { id, options: ['Moses', 'Joshua'], source: 'Exodus 14', isEnabled: false },
  ])
  const audit = await context.db
    .selectFrom('auditEntry')
    .select('detail')
    .where('action', '=', 'trivia-questions-imported')
    .execute()
  expect(audit).toEqual([{ detail: { added: 1, changed: 1 } }])
  // The same file again finds both questions, one of them by its text.
  expect(await admin.call(calls.importQuestions, { body: { text } })).toMatchObject({
    added: [],
    changed: [],
    unchanged: 2,
  })
})

test('the exported file can be imported and changes nothing', async ({ api, world }) => {
  const admin = await newAdmin(api, world)
  const formula = {
    ...QUESTION,
    options: ['=1+1', '+2', 'Moses'],
    source: 'A "book", second edition',
  }
  await admin.call(calls.createQuestion, { body: formula })
  const { total } = await admin.call(calls.listQuestions, { query: {} })
  const { text } = await admin.request(calls.exportQuestions, {})
  expect(await admin.call(calls.importQuestions, { body: { text } })).toMatchObject({
    added: [],
    changed: [],
    unchanged: total,
    problems: [],
  })
})

test('a file with a wrong line says which and why, and imports nothing', async ({ api, world }) => {
  const admin = await newAdmin(api, world)
  const right = ';growth;What helps?;Rest;Haste;Rest;It does.;A book;yes'
  const problems = async (text: string): Promise<unknown> =>
    (await admin.call(calls.importQuestions, { body: { text } })).problems
  const text = fileOf(
    right,
    ';music;Who sang?;David;Saul;David;He sang.;1 Samuel 16;maybe',
    '2000000000;bible;Who?;Ruth;Orpah;Naomi;;Ruth 1;',
    ';growth;what  helps?;Rest;Haste;Rest;It does.;A book;yes',
  )
  expect(await problems(text)).toEqual([
    { line: 3, reason: 'The subject must be bible, business or growth.' },
    { line: 3, reason: '“In use” must be yes or no.' },
    { line: 4, reason: 'There’s no question with the number 2000000000.' },
    { line: 4, reason: 'Explanation is required' },
    { line: 4, reason: 'The right answer must be one of the options.' },
    { line: 5, reason: 'Line 2 has the same question.' },
  ])
  const body = {
    text,
    version: (await admin.call(calls.importQuestions, { body: { text } })).version,
  }
  expect((await admin.request(calls.importQuestions, { body })).status).toBe(409)
  expect((await admin.call(calls.listQuestions, { query: { q: 'What helps' } })).total).toBe(0)

  expect(await problems('Question,Subject\r\nWhy?,bible')).toEqual([
    {
      line: 1,
      reason:
        'The first line must name the columns. Missing: Option 1, Option 2, Right answer, Explanation, Source.',
    },
  ])
  expect(await problems(fileOf())).toEqual([
    { line: 1, reason: 'There are no questions in this file.' },
  ])
  expect(await problems(fileOf(...Array<string>(2_001).fill(right)))).toEqual([
    { line: 1, reason: 'Use files of 2,000 questions at most.' },
  ])
})
