import { setTimeout as wait } from 'node:timers/promises'
import type { ReactionKind } from '#contract/stories.ts'
import { REACTION_KINDS } from '#contract/story-limits.ts'
import { withClient } from '#server/db/with-client.ts'
import { childrenCpuSeconds, cpuSeconds } from '../process-usage.ts'
import { median } from '../statistics.ts'
import { say } from '../workspace.ts'
import { failed, type Ledger } from './ledger.ts'
import { until } from './open-pages.ts'
import { NODES, type Site } from './site.ts'
import { react, readSome, writeReply } from './traffic.ts'

/**
 * Concurrent people per node, and the milliseconds between calls of each. Calls as fast as possible
 * would make nodes, databases and load generator compete for one machine's cores, so each node gets
 * the same small load.
 */
const PEOPLE = 10
const CALL_EVERY_MS = 100
/** One in this many calls is a write. */
const WRITE_EVERY = 10
const ROUNDS = 5
const ROUND_SECONDS = 8
const WARM_UP_SECONDS = 15
const IDLE_SECONDS = 10
const CHANGES = 5_000
const CALLS = 40

export interface Costs {
  /** CPU microseconds of the node processes per answer, with 1, 2 and 3 nodes. */
  cpuPerAnswer: number[]
  /** Statements per answer, in the same order. */
  statementsPerAnswer: number[]
  /** The cost of an idle node per second, which is not part of the cost of an answer. */
  idle: Idle
  /** CPU microseconds of one node for a change that another one announces. */
  listenPerChange: number
  /** CPU microseconds of PostgreSQL for such a change, with all nodes listening. */
  notifyPerChange: number
  statements: { call: string; count: number }[]
}

interface Idle {
  statements: number
  /** CPU seconds. */
  cpu: number
}

/** Measures the cost of calls and changes while everything works. */
export async function measureCosts(site: Site, ledger: Ledger): Promise<Costs> {
  say('Costs: warming up')
  // Through all nodes, so that each has compiled its code.
  const { client } = site
  await loadFor(site, { client, people: PEOPLE * NODES, seconds: WARM_UP_SECONDS, ledger })
  const idle = await measureIdle(site)
  const rounds: { cpu: number; statements: number }[][] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`Costs: round ${round} of ${ROUNDS}`)
    const results = []
    for (let count = 1; count <= NODES; count += 1) {
      results.push(await measureRound(site, { count, idle, ledger }))
    }
    rounds.push(results)
  }
  const middle = (key: 'cpu' | 'statements'): number[] =>
    Array.from({ length: NODES }, (_, index) =>
      median(rounds.map((results) => results[index]?.[key] ?? Number.NaN)),
    )
  return {
    cpuPerAnswer: middle('cpu'),
    statementsPerAnswer: middle('statements'),
    idle,
    ...(await measureChanges(site)),
    statements: await statementsOfCalls(site, { idleStatements: idle.statements, ledger }),
  }
}

async function measureRound(
  site: Site,
  { count, idle, ledger }: { count: number; idle: Idle; ledger: Ledger },
): Promise<{ cpu: number; statements: number }> {
  const client = site.clients[count - 1]
  if (!client) throw new Error('There is no such nginx.')
  const nodes = site.nodes.slice(0, count)
  const statements = (): number =>
    sum(site.proxies.slice(0, count).map((each) => each.statements()))
  const before = { cpu: await cpuOf(nodes.map((node) => node.pid())), statements: statements() }
  const load = { client, people: PEOPLE * count, seconds: ROUND_SECONDS, ledger }
  const { answers, seconds } = await loadFor(site, load)
  const cpu = (await cpuOf(nodes.map((node) => node.pid()))) - before.cpu
  say(`  ${count}: ${Math.round(answers / seconds)} answers a second`)
  const idleSeconds = count * seconds
  return {
    cpu: ((cpu - idle.cpu * idleSeconds) / answers) * 1e6,
    statements: (statements() - before.statements - idle.statements * idleSeconds) / answers,
  }
}

/** Continues from load to load, so that no reaction is added twice. */
let turn = 0

/** A member, a story and a kind for each number; different ones until all have been used. */
function reactionOf(
  { members, storyIds }: Site,
  number: number,
): { cookie: string; storyId: number; reaction: ReactionKind } {
  const { cookie } = members[number % members.length] ?? nobody()
  const round = Math.floor(number / members.length)
  const storyId = storyIds[(number + round) % storyIds.length] ?? nobody()
  const kind = Math.floor(round / storyIds.length) % REACTION_KINDS.length
  return { cookie, storyId, reaction: REACTION_KINDS[kind] ?? nobody() }
}

function nobody(): never {
  throw new Error('There is nobody.')
}

/** Puts a load on the site, with nine reads per write. Throws if a call fails. */
async function loadFor(
  site: Site,
  {
    client,
    people,
    seconds,
    ledger,
  }: { client: Site['client']; people: number; seconds: number; ledger: Ledger },
): Promise<{ answers: number; seconds: number }> {
  const { members, storyIds } = site
  const own: Ledger = { ...ledger, attempts: [] }
  const startedAt = performance.now()
  const act = async (): Promise<void> => {
    turn += 1
    const input = { client, ledger: own }
    if (turn % WRITE_EVERY === 0) return react(input, reactionOf(site, turn / WRITE_EVERY))
    const { cookie } = members[turn % members.length] ?? nobody()
    const storyId = storyIds[(turn * 11) % storyIds.length] ?? nobody()
    await readSome(input, { turn, storyId, cookie })
  }
  const person = async (): Promise<void> => {
    // Spread the starts over time.
    await wait(Math.random() * CALL_EVERY_MS)
    while (performance.now() - startedAt < seconds * 1_000) {
      await Promise.all([act(), wait(CALL_EVERY_MS)])
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  if (own.attempts.some((attempt) => failed(attempt))) throw new Error('The calm load failed.')
  return { answers: own.attempts.length, seconds: (performance.now() - startedAt) / 1_000 }
}

async function measureIdle({ proxies, nodes }: Site): Promise<Idle> {
  const pids = nodes.map((node) => node.pid())
  const statements = (): number => sum(proxies.map((proxy) => proxy.statements()))
  const before = { statements: statements(), cpu: await cpuOf(pids) }
  await wait(IDLE_SECONDS * 1_000)
  const share = 1 / IDLE_SECONDS / NODES
  return {
    statements: (statements() - before.statements) * share,
    cpu: ((await cpuOf(pids)) - before.cpu) * share,
  }
}

/** Announces changes outside the nodes, so that all nodes receive them. */
async function measureChanges({
  databases,
  nodes,
}: Site): Promise<Pick<Costs, 'listenPerChange' | 'notifyPerChange'>> {
  say('Costs: changes')
  const pids = nodes.map((node) => node.pid())
  const databasePid = databases.primary.pid
  const read = async (): Promise<{ nodes: number; database: number }> => ({
    nodes: await cpuOf(pids),
    database: (await childrenCpuSeconds(databasePid)) ?? Number.NaN,
  })
  const idleBefore = await read()
  const idleStart = performance.now()
  await wait(IDLE_SECONDS * 500)
  const idle = { since: performance.now() - idleStart, ...(await read()) }
  const startedAt = performance.now()
  await withClient({ url: databases.primary.adminUrl }, async (client) => {
    for (let storyId = 1; storyId <= CHANGES; storyId += 1) {
      const changes = [{ kind: 'story', storyId }]
      const payload = JSON.stringify({ node: 'another', changes })
      await client.query('select pg_notify($1, $2)', ['folx_changes', payload])
    }
  })
  await wait(1_000)
  const after = await read()
  const share = (performance.now() - startedAt) / idle.since
  const own = (side: 'nodes' | 'database'): number =>
    after[side] - idle[side] - (idle[side] - idleBefore[side]) * share
  return {
    listenPerChange: (own('nodes') / nodes.length / CHANGES) * 1e6,
    notifyPerChange: (own('database') / CHANGES) * 1e6,
  }
}

/** Counts the statements of calls at one node, each by another member, so that nothing is cached. */
async function statementsOfCalls(
  site: Site,
  { idleStatements, ledger }: { idleStatements: number; ledger: Ledger },
): Promise<Costs['statements']> {
  say('Costs: statements')
  const [client] = site.clients
  const [proxy] = site.proxies
  if (!client || !proxy) throw new Error('There is no node.')
  const input = { client, ledger }
  const count = async (call: string, make: (number: number) => Promise<void>) => {
    const before = proxy.statements()
    const startedAt = performance.now()
    for (let number = 0; number < CALLS; number += 1) await make(number)
    // Waits for work after the answer, such as the announcement of a change.
    await until(() => false, 200)
    const seconds = (performance.now() - startedAt) / 1_000
    return { call, count: (proxy.statements() - before - idleStatements * seconds) / CALLS }
  }
  const read = (path: string) => async (number: number) => {
    const { cookie } = site.members[number] ?? nobody()
    const storyId = site.storyIds[number] ?? nobody()
    const { status } = await client.call({ path: path.replace('ID', String(storyId)), cookie })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const paths = [
    '/api/stories?pageSize=12',
    '/api/stories/ID',
    '/api/stories/ID/replies',
    '/api/notifications',
  ]
  const results: Costs['statements'] = []
  for (const path of paths) results.push(await count(`GET ${path}`, read(path)))
  const reply = await count('POST /api/stories/replies', async (number) => {
    const author = site.members[number] ?? nobody()
    await writeReply(input, { author, storyId: site.storyIds[number + 1] ?? nobody() })
  })
  const reaction = await count('POST /api/stories/react', async () => {
    turn += WRITE_EVERY
    await react(input, reactionOf(site, Math.floor(turn / WRITE_EVERY)))
  })
  return [...results, reply, reaction]
}

/** CPU seconds of all these processes. */
async function cpuOf(pids: readonly number[]): Promise<number> {
  const seconds = await Promise.all(pids.map((pid) => cpuSeconds(pid)))
  return sum(seconds.map((one) => one ?? Number.NaN))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
