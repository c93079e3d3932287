import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { allEndpoints } from '#contract/api.ts'
import { emailEndpoints } from '#contract/email.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PRESETS, RIGHTS, type Right } from '#contract/rights.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamEndpoints } from '#contract/team.ts'
import type { TestApi } from '#server/testing/api.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** The views of someone who must not see both names of a person: only `people` shows both. */
const ALL_BUT_PEOPLE = RIGHTS.filter((right) => right !== 'people')

const READERS: [string, readonly Right[]][] = [
  ...ALL_BUT_PEOPLE.map((right): [string, readonly Right[]] => [right, [right]]),
  ['pastor', PRESETS.pastor],
  ['helper', PRESETS.helper],
  ['all but people', ALL_BUT_PEOPLE],
]

/** Each object in an answer, at any depth, by its own values. */
function objectsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const parts: unknown[] = Object.values(value)
  const own = parts.filter((part) => typeof part === 'string')
  return [...(own.length > 0 ? [own] : []), ...parts.flatMap(objectsIn)]
}

const KEY = /^([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/

/** Values that would tell that two objects are about the same person: ids and moments. */
function keysBeside(objects: string[][], names: readonly string[]): Set<string> {
  const about = objects.filter((own) => own.some((text) => names.some((name) => text === name)))
  return new Set(about.flat().filter((text) => KEY.test(text)))
}

async function readEverything(api: TestApi, storyId: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const endpoint of Object.values(allEndpoints).flatMap((calls) => Object.values(calls))) {
    if (endpoint.method !== 'GET' || endpoint.path === '/api/events') continue
    const params = { id: storyId, token: 'x', name: 'x', session: 'x', reference: 'x' }
    const { status, text } = await api.request(endpoint as Endpoint, { params })
    if (status === 200 && /^[[{]/.test(text)) answers.push(JSON.parse(text))
  }
  return answers
}

test.for(READERS)(
  'no answers together join a login name or an address to a community username: %s',
  async ([, rights], { api, world, context }) => {
    const owner = await world.admin()
    const author = await world.member()
    const helper = await world.member()
    const reader = api.as(await world.admin({ rights }))
    const storyId = await world.story({ author, status: 'pending' })
    const gained = { anonymousUsername: helper.anonymousUsername, rights: ['stories'] as Right[] }
    const answers: unknown[] = [
      await api.as(owner).call(teamEndpoints.changeRights, { body: gained }),
    ]
    const approver = api.as({ cookie: await world.session(helper.id) })
    const approval = { params: { id: storyId }, body: { approved: true } }
    await approver.call(storyEndpoints.moderate, approval)
    for (const { email } of [owner, author, helper]) {
      await api.call(accountEndpoints.requestOtp, { body: { email } })
      await waitForMail(context.db, { to: email, subject: /code/ })
    }
    await context.db
      .insertInto('emailSuppression')
      .values({ email: author.email, cause: 'bounce' })
      .execute()
    answers.push(...(await readEverything(reader, storyId)))
    const objects = answers.flatMap(objectsIn)
    expect(objects.flat()).toContain(author.anonymousUsername)
    for (const person of [owner, author, helper]) expectUnjoined(objects, person)
    // Only Users names people by login; a bare list of the few on the team would join them too.
    for (const { username } of [owner, helper]) expect(objects.flat()).not.toContain(username)
  },
)

function expectUnjoined(objects: string[][], person: TestMember): void {
  const { username, email, anonymousUsername } = person
  const asPseudonym = (own: string[]): boolean => own.includes(anonymousUsername)
  const asPerson = (own: string[]): boolean => own.includes(username) || own.includes(email)
  expect(objects.filter((own) => asPseudonym(own) && asPerson(own))).toEqual([])
  const keys = keysBeside(objects, [anonymousUsername])
  const shared = [...keysBeside(objects, [username, email])].filter((key) => keys.has(key))
  expect(shared).toEqual([])
}

test('no count changes when the author of a story is suspended', async ({
  api,
  world,
  context,
}) => {
  const [author, waiting] = [await world.member(), await world.member()]
  await context.db
    .insertInto('emailSuppression')
    .values({ email: waiting.email, cause: 'bounce' })
    .execute()
  const pastor = api.as(await world.admin({ rights: PRESETS.pastor }))
  const content = { subject: 'News', html: '<p>News</p>' }
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  await pastor.call(emailEndpoints.createScheduled, { body: { ...content, sendAt } })
  const sent = await pastor.call(emailEndpoints.sendBroadcast, { body: content })
  const finished = async (id: number): Promise<object> => {
    const { items } = await pastor.call(emailEndpoints.listScheduled)
    const mailing = items.find((one) => one.id === id && one.status === 'sent')
    if (!mailing) throw new Error('It is not sent yet.')
    const { recipientCount, sentCount, failedCount, skippedCount } = mailing
    return { recipientCount, sentCount, failedCount, skippedCount }
  }
  const counts = async (): Promise<unknown[]> => {
    const { items } = await pastor.call(emailEndpoints.listScheduled)
    const scheduled = items.filter(({ status }) => status === 'scheduled')
    return [
      scheduled.map(({ recipientCount }) => recipientCount),
      await pastor.call(emailEndpoints.recipients),
      await pastor.call(emailEndpoints.recipients, { query: { group: 'inactive' } }),
    ]
  }
  const before = await counts()
  const results = await vi.waitFor(() => finished(sent.id))
  for (const person of [author, waiting]) {
    const id = await world.story({ author: person })
    const body = { reason: 'Spam' }
    await pastor.call(storyEndpoints.suspendStoryAuthor, { params: { id }, body })
  }
  expect(await counts()).toEqual(before)
  const again = await pastor.call(emailEndpoints.sendBroadcast, { body: content })
  expect(await vi.waitFor(() => finished(again.id))).toEqual(results)
})
