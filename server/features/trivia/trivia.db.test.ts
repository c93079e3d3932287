import { expect } from 'vitest'
import { addDays } from '#contract/logical-date.ts'
import { triviaEndpoints as calls, type Trivia } from '#contract/trivia.ts'
import type { Db } from '#server/db/connect.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestClock } from '#server/testing/clock.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** When the sessions of these tests expire if they are not used. */
const FAR = new Date('2090-01-01T00:00:00Z')

async function newMember(world: World, isAdmin = false): Promise<TestMember> {
  const member = await (isAdmin ? world.admin() : world.member())
  return { ...member, cookie: await world.session(member.id, FAR) }
}

/** Returns a day that no other test in this file uses, each a year after the previous one. */
let year = 2030
function newDay(): string {
  year += 1
  return `${year}-05-14`
}

/** Noon of that day in the community. */
function goTo(clock: TestClock, day: string, time = '17:00:00'): void {
  clock.advance({ minutes: (Date.parse(`${day}T${time}Z`) - clock.now().getTime()) / 60_000 })
}

interface Shown {
  question: string
  answer: string
  explanation: string
  source: string
  options: string[]
  triviaQuestionId: number
}

/** The showing, including everything that members don't see. */
function shown(db: Db, triviaId: number): Promise<Shown> {
  return db
    .selectFrom('trivia')
    .select(['question', 'answer', 'explanation', 'source', 'options', 'triviaQuestionId'])
    .where('triviaId', '=', triviaId)
    .executeTakeFirstOrThrow()
}

async function readToday(api: TestApi, db: Db): Promise<{ trivia: Trivia; secret: Shown }> {
  const trivia = await api.call(calls.today)
  return { trivia, secret: await shown(db, trivia.id) }
}

function wrongOption({ options, answer }: Shown): string {
  return options.find((option) => option !== answer) ?? ''
}

test('the correct answer is hidden until the member answers, and shown afterwards', async ({
  api,
  world,
  clock,
  context,
}) => {
  const day = newDay()
  goTo(clock, day)
  // Words that can't occur in the response by chance.
  await context.db
    .insertInto('trivia')
    .values({
      day,
      triviaQuestionId: 1,
      question: 'Who stayed with Naomi on the road to Bethlehem?',
      options: ['Orpah', 'Ruth', 'Boaz'],
      answer: 'Ruth',
      explanation: 'She would not leave her mother-in-law.',
      source: 'The book of that name, 1:16',
    })
    .execute()
  const own = api.as(await newMember(world))
  const { trivia, secret } = await readToday(own, context.db)
  expect(trivia).toEqual({
    id: trivia.id,
    date: day,
    triviaQuestion: secret.question,
    options: secret.options,
    answered: null,
  })
  const before = await own.request(calls.today)
  expect(Object.keys(before.json as object).sort()).toEqual([
    'answered',
    'date',
    'id',
    'options',
    'triviaQuestion',
  ])
  for (const hidden of [secret.explanation, secret.source]) {
    expect(before.text).not.toContain(hidden)
  }
  // The correct answer appears among the options and nowhere else.
  expect(before.text.split('Ruth')).toHaveLength(2)
  expect(before.text).toContain('["Orpah","Ruth","Boaz"]')

  const answer = wrongOption(secret)
  const { answer: correctAnswer, explanation, source } = secret
  const result = await own.call(calls.answer, { body: { triviaId: trivia.id, answer } })
  expect(result).toEqual({ isCorrect: false, correctAnswer, explanation, source })
  expect((await own.call(calls.today)).answered).toEqual({
    triviaId: trivia.id,
    triviaQuestion: secret.question,
    answer,
    ...result,
  })
  // Other members still don't see it.
  const other = await api.as(await newMember(world)).request(calls.today)
  expect(other.text).toBe(before.text)
})

test('a correct answer counts as correct, and the next day has another question', async ({
  api,
  world,
  clock,
  context,
}) => {
  const day = newDay()
  // Still the community's day: 02:59 on the next one in Chicago.
  goTo(clock, addDays(day, 1), '07:59:00')
  const own = api.as(await newMember(world))
  const { trivia, secret } = await readToday(own, context.db)
  expect(trivia.date).toBe(day)
  const body = { triviaId: trivia.id, answer: ` ${secret.answer} ` }
  expect(await own.call(calls.answer, { body })).toMatchObject({ isCorrect: true })
  goTo(clock, addDays(day, 1), '08:00:00')
  const next = await own.call(calls.today)
  expect(next).toMatchObject({ date: addDays(day, 1), answered: null })
  expect(next.triviaQuestion).not.toBe(trivia.triviaQuestion)
  // A page left open since yesterday evening sends its question's id.
  expect(await own.refuse(calls.answer, { body })).toMatchObject({
    status: 409,
    message: 'This question was replaced. Here is the new one.',
  })
})

test('of twenty concurrent answers exactly one counts', async ({ api, world, clock, context }) => {
  goTo(clock, newDay())
  const member = await newMember(world)
  const { trivia } = await readToday(api.as(member), context.db)
  const send = (index: number) =>
    api.as(member).request(calls.answer, {
      body: { triviaId: trivia.id, answer: trivia.options[index % trivia.options.length] ?? '' },
    })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({
    code: 'conflict',
    message: 'You already submitted an answer for today!',
    error: 'You already submitted an answer for today!',
  })
  const rows = await context.db
    .selectFrom('triviaAnswer')
    .select(['answer', 'isCorrect'])
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toHaveLength(1)
  const accepted = responses.findIndex(({ status }) => status === 200)
  expect(rows[0]?.answer).toBe(trivia.options[accepted % trivia.options.length])
  expect(responses[accepted]?.json).toMatchObject({ isCorrect: rows[0]?.isCorrect })
  const retry = await api.as(member).refuse(calls.answer, {
    body: { triviaId: trivia.id, answer: 'anything' },
  })
  expect(retry).toMatchObject({ status: 409, error: 'You already submitted an answer for today!' })
})

test('an invalid answer is refused, and a valid one can follow', async ({
  api,
  world,
  clock,
  context,
}) => {
  goTo(clock, newDay())
  const own = api.as(await newMember(world))
  const { trivia, secret } = await readToday(own, context.db)
  const refuse = async (body: Record<string, unknown>) => {
    const { status, message, fields } = await own.refuse(calls.answer, { body })
    return [status, message, Object.keys(fields ?? {})]
  }
  const triviaId = trivia.id
  expect(await refuse({ triviaId, answer: 'Forty-two' })).toEqual([
    400,
    'Choose one of the answers.',
    ['answer'],
  ])
  expect(await refuse({ triviaId, answer: `${secret.answer}?` })).toEqual([
    400,
    'Choose one of the answers.',
    ['answer'],
  ])
  expect(await refuse({ triviaId, answer: ' ' })).toEqual([400, 'Choose an answer.', ['answer']])
  expect(await refuse({ triviaId })).toEqual([400, 'Choose an answer.', ['answer']])
  expect(await refuse({ triviaId, answer: 3 })).toEqual([400, 'Choose an answer.', ['answer']])
  expect((await refuse({ triviaId: 'x', answer: secret.answer }))[0]).toBe(400)
  expect((await refuse({ triviaId: 2_000_000_000, answer: secret.answer }))[0]).toBe(409)
  const body = { triviaId, answer: secret.answer }
  expect((await own.request(calls.answer, { body })).status).toBe(200)
})

test('concurrent first readers of a day get the same question', async ({
  api,
  world,
  clock,
  context,
}) => {
  for (let run = 0; run < 5; run++) {
    // A session expires if it isn't used for a month.
    const member = await newMember(world)
    const day = newDay()
    goTo(clock, day)
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => api.as(member).request(calls.today)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    const rows = await context.db
      .selectFrom('trivia')
      .select(['revision', 'triviaQuestionId'])
      .where('day', '=', day)
      .execute()
    expect(rows).toHaveLength(1)
    const marked = await context.db
      .selectFrom('triviaQuestion')
      .select('triviaQuestionId')
      .where('lastShownOn', '=', day)
      .execute()
    expect(marked).toEqual([{ triviaQuestionId: rows[0]?.triviaQuestionId }])
  }
})

test('members who answered before a regeneration keep that answer; others get the new question', async ({
  api,
  world,
  clock,
  context,
}) => {
  goTo(clock, newDay())
  const [early, late] = [api.as(await newMember(world)), api.as(await newMember(world))]
  const admin = api.as(await newMember(world, true))
  const { trivia, secret } = await readToday(early, context.db)
  await early.call(calls.answer, { body: { triviaId: trivia.id, answer: secret.answer } })

  const replaced = await admin.call(calls.regenerate)
  expect(replaced.id).not.toBe(trivia.id)
  expect(replaced.triviaQuestion).not.toBe(trivia.triviaQuestion)
  expect(replaced.answeredCount).toBe(1)

  const kept = await early.call(calls.today)
  expect(kept).toMatchObject({ id: replaced.id, triviaQuestion: replaced.triviaQuestion })
  expect(kept.answered).toMatchObject({
    triviaId: trivia.id,
    triviaQuestion: trivia.triviaQuestion,
    answer: secret.answer,
    isCorrect: true,
    explanation: secret.explanation,
  })
  expect(JSON.stringify(kept)).not.toContain(JSON.stringify(replaced.explanation))
  const second = { body: { triviaId: replaced.id, answer: replaced.correctAnswer } }
  expect(await early.refuse(calls.answer, second)).toMatchObject({
    status: 409,
    message: 'You already submitted an answer for today!',
  })

  const stale = { body: { triviaId: trivia.id, answer: secret.answer } }
  expect(await late.refuse(calls.answer, stale)).toMatchObject({
    status: 409,
    message: 'This question was replaced. Here is the new one.',
  })
  expect(await late.call(calls.answer, second)).toMatchObject({ isCorrect: true })
  expect(await admin.call(calls.adminToday)).toEqual({ ...replaced, answeredCount: 2 })
})

test('for ninety days no question is repeated, and the three subjects take turns', async ({
  api,
  world,
  clock,
  context,
}) => {
  const own = api.as(await newMember(world))
  const first = newDay()
  const asked: { subject: string; triviaQuestionId: number }[] = []
  for (let day = 0; day < 200; day++) {
    goTo(clock, addDays(first, day))
    const { id, date } = await own.call(calls.today)
    expect(date).toBe(addDays(first, day))
    asked.push(
      await context.db
        .selectFrom('trivia')
        .innerJoin('triviaQuestion as q', 'q.triviaQuestionId', 'trivia.triviaQuestionId')
        .select(['q.subject', 'q.triviaQuestionId'])
        .where('triviaId', '=', id)
        .executeTakeFirstOrThrow(),
    )
  }
  for (const [index, { triviaQuestionId }] of asked.entries()) {
    const again = asked.slice(index + 1, index + 91).map((other) => other.triviaQuestionId)
    expect(again).not.toContain(triviaQuestionId)
  }
  const turns = asked.slice(0, 60).map(({ subject }) => subject)
  for (let day = 0; day + 3 <= turns.length; day++) {
    expect(new Set(turns.slice(day, day + 3)).size).toBe(3)
  }
})
