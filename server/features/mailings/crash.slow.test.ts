import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emailEndpoints } from '#contract/email.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { startMailNode, waitUntilSent } from '#server/testing/mail-node.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { addReaders } from '#server/testing/readers.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')
/** How often the server is killed, at moments spread over the mailing; set by `KILL_POINTS`. */
const KILLS = Number(process.env.KILL_POINTS ?? 2)
const READERS = KILLS > 2 ? 2_000 : 300
/** The most emails that one server waits for: two jobs, each with ten. */
const MOST_UNDER_WAY = 20
const START_LIMIT_MS = 300_000

/** Starts the server in a separate process, as an operator does. */
async function startServer(environment: Record<string, string>): Promise<ChildProcess> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // The embedded live room belongs to one process, and this one has it.
      LIVE_PROVIDER: 'daily',
      DAILY_API_KEY: 'key',
      ...COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const deadline = Date.now() + START_LIMIT_MS
  const answers = (): Promise<boolean> =>
    fetch(`http://localhost:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server does not start:\n${output}`)
    }
    await wait(100)
  }
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * Sends a mailing with a server that is killed again and again. This process handles the calls and
 * sends nothing.
 *
 * @param provider.count how many emails the provider has accepted
 */
async function sendWithKills(provider: {
  environment: Record<string, string>
  count: () => number
}) {
  const { environment, count } = provider
  const node = await startMailNode({ ratePerMinute: 6_000, hasWorkers: false, environment })
  let victim: ChildProcess | undefined
  onTestFinished(async () => {
    if (victim) await kill(victim)
    await node.close()
  })
  const admin = await node.world.admin()
  const addresses = [...(await addReaders(node.context.db, READERS)), admin.email].sort()
  victim = await startServer(node.environment(node.dataDir))
  const body = { subject: 'News', html: '<p>The room opens on Thursday.</p>' }
  const { id } = await node.api.as(admin).call(emailEndpoints.sendBroadcast, { body })
  for (let killed = 1; killed <= KILLS; killed++) {
    const moment = Math.floor((READERS * killed) / (KILLS + 1))
    await vi.waitUntil(() => count() >= moment, { timeout: 600_000, interval: 5 })
    await kill(victim)
    expect(count()).toBeLessThan(READERS)
    victim = await startServer(node.environment(node.dataDir))
  }
  const mailing = await waitUntilSent(node.context.db, id)
  const { items } = await node.api.as(admin).call(emailEndpoints.listScheduled)
  return { node, addresses, mailing, listed: items.find((item) => item.id === id) }
}

test.each([
  ['before messages are acknowledged', { answerMs: 40 }],
  ['while they are acknowledged at once', { answerMs: 0 }],
])(
  'with SMTP, nobody gets two emails however often the server is killed, and possibly missing ones are counted: %s',
  async (_when, delays) => {
    const server = await startMailServer(delays)
    onTestFinished(() => server.close())
    const { node, addresses, mailing, listed } = await sendWithKills({
      environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}` },
      count: () => server.taken.length,
    })
    const reached = server.taken.map(({ to }) => to)
    expect(reached).toHaveLength(new Set(reached).size)
    const noted = await node.context.db
      .selectFrom('mailingRecipient')
      .innerJoin('member', 'member.memberId', 'mailingRecipient.memberId')
      .select('member.email')
      .where('lastError', 'like', '%may have arrived%')
      .execute()
    // Their emails were handed over but not acknowledged. Most have arrived, but nobody knows.
    const uncertain = noted.length
    if (delays.answerMs > 0) expect(uncertain).toBeGreaterThan(0)
    expect(uncertain).toBeLessThanOrEqual(KILLS * MOST_UNDER_WAY)
    const counts = {
      sentCount: addresses.length - uncertain,
      failedCount: uncertain,
      uncertainCount: uncertain,
      skippedCount: 0,
    }
    expect(mailing).toMatchObject(counts)
    expect(listed).toMatchObject(counts)
    const missing = addresses.filter((address) => !reached.includes(address))
    expect(noted.map(({ email }) => email)).toEqual(expect.arrayContaining(missing))
  },
  1_800_000,
)

test('with idempotency keys, everyone gets exactly one email however often the server is killed', async () => {
  /** The recipients by key, as the provider keeps them. */
  const accepted = new Map<string, string>()
  let requests = 0
  const resend = createServer(async (request, response) => {
    const body = await json(request).catch(() => undefined)
    // The server died before it had sent all of it.
    if (body === undefined) return
    const { to } = body as { to: string } // sent by the vendor's SDK
    requests += 1
    const key = String(request.headers['idempotency-key'])
    accepted.set(key, to)
    await wait(100)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: `mail-${key}` }))
  })
  const port = await listenLocally(resend)
  onTestFinished(() => closeServer(resend))
  const { addresses, mailing } = await sendWithKills({
    environment: {
      MAIL_PROVIDER: 'resend',
      RESEND_API_KEY: 're_local',
      RESEND_API_BASE: `http://127.0.0.1:${port}`,
    },
    count: () => accepted.size,
  })
  expect([...accepted.values()].sort()).toEqual(addresses)
  // Emails that the provider had when the server died were sent again, with the same key.
  expect(requests).toBeGreaterThan(addresses.length)
  expect(mailing).toMatchObject({
    sentCount: addresses.length,
    failedCount: 0,
    uncertainCount: 0,
    skippedCount: 0,
  })
}, 1_800_000)
