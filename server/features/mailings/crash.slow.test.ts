import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emailEndpoints } from '#contract/email.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { type MailNode, startMailNode, waitUntilSent } from '#server/testing/mail-node.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { addReaders } from '#server/testing/readers.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')
const READERS = 300
const START_LIMIT_MS = 300_000

/** Starts the server in a separate process, as an operator does. */
async function startServer(environment: Record<string, string>): Promise<ChildProcess> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'warn' },
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

/** The id of the server's process that sends mailings. */
async function mailerOf(server: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(server.pid)])
  const [pid] = stdout.trim().split(/\s+/)
  if (!pid) throw new Error('The server has no process that sends mailings.')
  return Number(pid)
}

interface Fixture {
  server: MailServer
  node: MailNode
  id: number
  addresses: string[]
  victim: ChildProcess
  /** Resolves in the middle of the mailing. */
  isInTheMiddle: Promise<void>
  restart(): Promise<void>
}

/**
 * Starts a server process that sends a mailing. This process handles the calls and sends nothing.
 */
async function openFixture(delays: { answerMs: number }): Promise<Fixture> {
  const middle = Promise.withResolvers<void>()
  let whole = 0
  const server = await startMailServer({
    ...delays,
    beforeTaking: () => {
      whole += 1
      if (whole === READERS / 3) middle.resolve()
    },
  })
  const node = await startMailNode({
    smtpPort: server.port,
    ratePerMinute: 6_000,
    hasWorkers: false,
  })
  const { db } = node.context
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) await kill(child)
    await node.close()
    await server.close()
  })
  const start = async (): Promise<ChildProcess> => {
    const child = await startServer(node.environment(node.dataDir))
    children.push(child)
    return child
  }
  const admin = await node.world.admin()
  const addresses = [...(await addReaders(db, READERS)), admin.email].sort()
  const victim = await start()
  const body = { subject: 'News', html: '<p>The room opens on Thursday.</p>' }
  const { id } = await node.api.as(admin).call(emailEndpoints.sendBroadcast, { body })
  const restart = async (): Promise<void> => void (await start())
  return { server, node, id, addresses, victim, isInTheMiddle: middle.promise, restart }
}

test.each([
  ['before messages are acknowledged', { answerMs: 40 }],
  ['while they are acknowledged at once', { answerMs: 0 }],
])(
  'after a server is killed in the middle of a mailing, everyone gets it exactly once: %s',
  async (_when, delays) => {
    const fixture = await openFixture(delays)
    const { server, node, id, addresses } = fixture
    await fixture.isInTheMiddle
    await kill(fixture.victim)
    expect(server.taken.length).toBeLessThan(READERS - 50)
    await fixture.restart()
    const mailing = await waitUntilSent(node.context.db, id)
    expect(server.taken.map(({ to }) => to).sort()).toEqual(addresses)
    expect(mailing).toMatchObject({
      recipientCount: addresses.length,
      sentCount: addresses.length,
      failedCount: 0,
      skippedCount: 0,
    })
  },
  600_000,
)

test('when the sending process is killed with it, nobody gets two emails, and possibly missing ones are recorded', async () => {
  const fixture = await openFixture({ answerMs: 40 })
  const { server, node, id, addresses } = fixture
  const mailer = await vi.waitUntil(() => mailerOf(fixture.victim).catch(() => undefined), 60_000)
  await fixture.isInTheMiddle
  process.kill(mailer, 'SIGKILL')
  await kill(fixture.victim)
  await fixture.restart()
  const mailing = await waitUntilSent(node.context.db, id)
  const reached = server.taken.map(({ to }) => to)
  expect(reached).toHaveLength(new Set(reached).size)
  const noted = await node.context.db
    .selectFrom('mailingRecipient')
    .innerJoin('member', 'member.memberId', 'mailingRecipient.memberId')
    .select('member.email')
    .where('lastError', 'is not', null)
    .execute()
  // Their messages were sent but not acknowledged. Most have arrived, but that can't be known.
  expect(noted.length).toBeGreaterThan(0)
  expect(mailing).toMatchObject({
    sentCount: addresses.length - noted.length,
    failedCount: noted.length,
  })
  const missing = addresses.filter((address) => !reached.includes(address))
  expect(noted.map(({ email }) => email)).toEqual(expect.arrayContaining(missing))
})
