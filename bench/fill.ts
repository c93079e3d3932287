import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { migrate } from '#server/db/migrate.ts'
import { hashPassword } from '#server/domain/password.ts'
import { demoStories } from '../scripts/demo/stories.ts'
import { AFTER, BASE_STEPS, BEFORE, STORY_PART_STEPS, STORY_STEP } from './fill-tables.ts'
import { PASSWORD, type Population } from './population.ts'
import { say, type Workspace } from './workspace.ts'

/** Stories per statement. */
const CHUNK = 10_000
/** Connections that fill in parallel. */
const LANES = 2

/** For filling only: the measured server starts PostgreSQL with its own settings. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '512MB',
  maintenance_work_mem: '512MB',
  autovacuum: 'off',
}

/** Fills a data folder's database in bulk: a million stories in a few minutes. */
export async function fillDataFolder(
  workspace: Workspace,
  dataDir: string,
  population: Population,
): Promise<void> {
  const startedAt = performance.now()
  const directory = join(dataDir, 'postgres')
  const postgres = await startEmbeddedPostgres({ directory, settings: FAST_SETTINGS })
  workspace.onClose(() => postgres.stop())
  await migrate(postgres.url)
  const lanes = await Promise.all(
    Array.from({ length: LANES }, () => connect(postgres.url, workspace.signal)),
  )
  await fill(lanes, population)
  await Promise.all(lanes.map((lane) => lane.end()))
  await postgres.stop()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`  ${population.stories.toLocaleString('en')} stories in ${seconds} s`)
}

async function connect(url: string, signal: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // When a run is interrupted, the database stops while the connection is open.
  client.on('error', (error) => signal.aborted || say(String(error)))
  await client.connect()
  await client.query('set session_replication_role = replica')
  return client
}

async function fill(lanes: pg.Client[], population: Population): Promise<void> {
  const [first] = lanes
  if (!first) return
  const { stories, members, sessions } = population
  await first.query(BEFORE)
  for (const step of BASE_STEPS) {
    await first.query(step, [members, sessions, await hashPassword(PASSWORD)])
  }
  const indexes = await dropIndexes(first)
  const texts = textPool()
  const last = (start: number): number => Math.min(stories, start + CHUNK - 1)
  const chunks = Array.from({ length: Math.ceil(stories / CHUNK) }, (_, n) => 1 + n * CHUNK)
  await inLanes(lanes, chunks, async (lane, start) => {
    await lane.query(STORY_STEP, [
      start,
      last(start),
      stories,
      members,
      texts.titles,
      texts.paragraphs,
    ])
    for (const step of STORY_PART_STEPS) {
      await lane.query(step, [start, last(start), stories, members, texts.replies])
    }
    if (start % 100_000 === 1) say(`  filling: story ${start.toLocaleString('en')}`)
  })
  say('  filling: indexes and counters')
  await inLanes(lanes, indexes, (lane, definition) => lane.query(definition))
  await first.query('vacuum (analyze)')
  await first.query(AFTER)
}

/** Drops the indexes that aren't unique. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in ('story'::regclass, 'reply'::regclass,
       'story_tag'::regclass, 'reaction'::regclass) and not indisunique
     -- The longest work first.
     order by pg_get_indexdef(indexrelid) not like '%gin%'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function inLanes<T>(
  lanes: pg.Client[],
  items: readonly T[],
  work: (lane: pg.Client, item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...items]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(lane, item)
    }),
  )
}

/** The demo community's texts, in pieces for new combinations. */
function textPool(): { titles: string[]; paragraphs: string[]; replies: string[] } {
  const approved = demoStories().filter((story) => story.status === 'approved')
  return {
    titles: demoStories().map(({ title }) => title),
    paragraphs: demoStories().flatMap(({ content }) => content?.split('\n\n') ?? []),
    replies: approved.flatMap(({ replies }) => replies.map(({ content }) => content)),
  }
}
