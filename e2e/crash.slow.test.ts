import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reply, storyEndpoints } from '#contract/stories.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { type Site, startSite } from './site.ts'

/** Half of the rounds kill only the server, the other half the embedded database too. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2)
/** Few enough for the rate limit of 30 replies a minute per member. */
const WRITERS = 20
const REPLIES_EACH = 10
const REPLIES = WRITERS * REPLIES_EACH

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

for (let round = 1; round <= ROUNDS; round++) {
  const withDatabase = round % 2 === 0
  const victim = withDatabase ? 'the server and its database' : 'the server'

  test(`round ${round}: ${victim} killed during ${REPLIES} replies keep each acknowledged one exactly once`, async () => {
    const writers = await makeWriters(round)
    const [author] = writers
    if (!author) throw new Error('Nobody writes.')
    const storyId = await new World(site.db).story({ author })
    // A different moment in each round, with replies in progress in all of them.
    const crashAfter = 10 + ((round * 37) % 90)
    const moment = Promise.withResolvers<void>()
    const acknowledged = new Map<string, number>()
    // Each member writes one reply after another and stops at the first failure. So even if this
    // process stalls, the server can't finish before the crash.
    const posts = Promise.allSettled(
      writers.map(async (writer, first) => {
        for (let index = first; index < REPLIES; index += WRITERS) {
          const content = `reply ${round}-${index}`
          const { id } = await postReply(writer, { storyId, content })
          acknowledged.set(content, id)
          if (acknowledged.size === crashAfter) moment.resolve()
        }
      }),
    )
    await Promise.race([moment.promise, posts])
    await site.crashAndRestart({ withDatabase })
    await posts
    expect(acknowledged.size, 'acknowledged before the crash').toBeGreaterThanOrEqual(crashAfter)
    expect(acknowledged.size, 'under way at the crash').toBeLessThan(REPLIES)

    const stored = await site.db
      .selectFrom('reply')
      .select(['replyId', 'content'])
      .where('storyId', '=', storyId)
      .execute()
    const idOf = new Map(stored.map(({ content, replyId }) => [content, replyId]))
    expect(idOf.size, 'none stands there twice').toBe(stored.length)
    for (const [content, id] of acknowledged) expect(idOf.get(content), content).toBe(id)

    const listed = await readReplies(author, storyId)
    expect(listed).toHaveLength(stored.length)
    const story = await site.db
      .selectFrom('story')
      .select('replyCount')
      .where('storyId', '=', storyId)
      .executeTakeFirstOrThrow()
    expect(story.replyCount).toBe(stored.length)
    const after = await postReply(author, { storyId, content: 'after the crash' })
    expect(after.content).toBe('after the crash')
  })
}

async function makeWriters(round: number): Promise<TestMember[]> {
  const world = new World(site.db)
  const name = (index: number): string => `crash-${round}-${index}`
  return Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      world.member({
        username: name(index),
        email: `${name(index)}@example.org`,
        anonymousUsername: `Anchor ${name(index)}`,
      }),
    ),
  )
}

async function postReply(
  writer: TestMember,
  reply: { storyId: number; content: string },
): Promise<Reply> {
  const response = await fetch(`${site.url}${storyEndpoints.reply.path}`, {
    method: 'POST',
    headers: { Cookie: writer.cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify(reply),
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return storyEndpoints.reply.response.parse(await response.json())
}

async function readReplies(reader: TestMember, storyId: number): Promise<Reply[]> {
  const path = storyEndpoints.listReplies.path.replace(':id', String(storyId))
  const response = await fetch(`${site.url}${path}`, { headers: { Cookie: reader.cookie } })
  return storyEndpoints.listReplies.response.parse(await response.json())
}
