import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { Mailing } from '#contract/email.ts'
import { findChild } from '#server/testing/find-child.ts'
import { startMailServer } from './bare-process.ts'
import type { RowGroup } from './bench.ts'
import { type Installation, openInstallation } from './installation.ts'
import { p99Row, readList } from './others.ts'
import { cookie, memberId, memberNumber } from './population.ts'
import { residentMegabytes, watchMemory } from './process-usage.ts'
import { mean } from './statistics.ts'
import { judge } from './table.ts'
import { say } from './workshop.ts'

const POLL_MS = 500
/** Memory counts as flat when the last quarter's mean is at most this times the second's. */
const FLAT = 1.1

/** Each side has this long in a round, in milliseconds; a letter to all lasts several rounds. */
const ROUND_MS = 20_000
/** After a pause, until the messages under way have ended. */
const SETTLE_MS = 2_000

/** A broadcast to every member: its pace, what readers notice of it, what it costs in memory. */
export const mailingRows: RowGroup = {
  name: 'mailings',
  measure: async ({ workshop, options }) => {
    const { mailsPerMinute } = options
    say(`mailings, ${mailsPerMinute} a minute`)
    const mailServer = await startMailServer(workshop)
    const installation = await openInstallation(workshop, options.stories, {
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Folx <hello@folx.example>',
      MAIL_RATE_PER_MINUTE: String(mailsPerMinute),
    })
    const { members } = installation.population
    await makeAdmin(installation)
    const { pid } = installation.server
    const run: Run = { idle: [], busy: [], sender: [], sendingMs: 0 }
    const { megabytes } = await watchMemory(pid, () => broadcast(installation, run))
    const count = await mailServer.count()
    await installation.stop()
    const [missing, copies] = [members - count.addresses, count.messages - count.addresses]
    const rate = (count.messages / run.sendingMs) * 60_000
    return [
      judge(
        {
          name: 'mailings: pace',
          ours: `${Math.round(rate).toLocaleString('en')} a minute`,
          peer: `${mailsPerMinute.toLocaleString('en')} configured`,
        },
        { value: rate / mailsPerMinute, atLeast: 0.95, atMost: 1.05 },
      ),
      judge(
        {
          name: 'mailings: one each',
          ours: `${count.messages} messages to ${count.addresses} addresses`,
          peer: `${members} members`,
        },
        { value: missing + copies, unit: ' wrong', digits: 0, atMost: 0 },
      ),
      p99Row('mailings: reading pages', { ...run, atMost: 1.3 }),
      judge(
        { name: 'mailings: memory, flat', ...quartersInWords(megabytes) },
        { value: quarter(megabytes, 3) / quarter(megabytes, 1), atMost: FLAT },
      ),
      judge(
        {
          name: 'mailings: memory, most',
          ours: 'server process',
          peer: `${(megabytes[0] ?? 0).toFixed(0)} MB before`,
        },
        { value: Math.max(...megabytes), unit: ' MB', digits: 0, atMost: 200 },
      ),
      judge(
        { name: 'mailings: memory of the sender, flat', ...quartersInWords(run.sender) },
        { value: quarter(run.sender, 3) / quarter(run.sender, 1), atMost: FLAT },
      ),
    ]
  },
}

/** What came of a broadcast. */
interface Run {
  /** Milliseconds of single reads while it was paused, and while it went out. */
  idle: number[]
  busy: number[]
  /** Megabytes of the process that sends. */
  sender: number[]
  sendingMs: number
}

function quarter(values: readonly number[], n: number): number {
  return mean(values.slice((values.length * n) / 4, (values.length * (n + 1)) / 4))
}

function quartersInWords(megabytes: readonly number[]): { ours: string; peer: string } {
  const inWords = (n: number): string => `${quarter(megabytes, n).toFixed(0)} MB`
  return { ours: `last quarter ${inWords(3)}`, peer: `second quarter ${inWords(1)}` }
}

/** The holder of session 1. */
const ADMIN = 1

async function makeAdmin({ databaseUrl, population }: Installation): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const number = memberNumber(ADMIN, population)
  await client.query('update member set is_admin = true where member_id = $1', [memberId(number)])
  await client.end()
}

/**
 * Sends a broadcast, and pauses it after each round for as long, so that what slows the machine
 * slows both sides.
 */
async function broadcast(installation: Installation, run: Run): Promise<void> {
  const client = adminOf(installation)
  const { id } = await client('POST', '/api/admin/send-broadcast', {
    subject: 'News',
    html: LETTER,
  })
  for (;;) {
    const startedAt = performance.now()
    const isSent = untilSent(installation, { id, ms: ROUND_MS, sender: run.sender })
    run.busy.push(...(await readList(installation, isSent)))
    run.sendingMs += performance.now() - startedAt
    if (await isSent) return
    await client('POST', `/api/admin/scheduled-emails/${id}/pause`)
    await wait(SETTLE_MS)
    // Looked after in the same way, so that only the sending differs.
    const isOver = untilSent(installation, { id, ms: ROUND_MS, sender: [] })
    const idle = await readList(installation, isOver)
    // The pause can have come after the last message.
    if (await isOver) return
    run.idle.push(...idle)
    await client('POST', `/api/admin/scheduled-emails/${id}/resume`)
  }
}

/** Waits until a broadcast has gone out, or for that long; tells whether it has. */
async function untilSent(
  installation: Installation,
  { id, ms, sender }: { id: number; ms: number; sender: number[] },
): Promise<boolean> {
  const { server } = installation
  const headers = { cookie: cookie(ADMIN, installation.population) }
  const end = performance.now() + ms
  let pid: number | undefined
  while (performance.now() < end) {
    const response = await fetch(`${server.url}/api/admin/scheduled-emails`, { headers })
    const mailings = Mailing.array().parse(await response.json())
    if (mailings.find((mailing) => mailing.id === id)?.status === 'sent') return true
    pid ??= await findChild(server.pid, 'mailer.ts')
    if (pid) sender.push(await residentMegabytes(pid))
    await wait(POLL_MS)
  }
  return false
}

/** Makes calls as the administrator. */
function adminOf({ server, population }: Installation) {
  const headers = { cookie: cookie(ADMIN, population), origin: server.url }
  return async (method: string, path: string, body?: object): Promise<{ id: number }> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return z.object({ id: z.int() }).parse(await response.json())
  }
}

/** Some 10 KB when it is laid out, as a usual letter has. */
const LETTER = `<h1>Good news</h1>${'<p>The room opens on Thursday, and everybody is welcome to come, to listen and to ask.</p>'.repeat(20)}<p><a class="button" href="https://folx.example/live">Join us</a></p>`
