import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Mailing } from '#contract/email.ts'
import { startMailServer } from './bare-process.ts'
import type { RowGroup } from './bench.ts'
import { giveRight, type Installation } from './installation.ts'
import { p99Row, readList } from './latency.ts'
import { before, flatRow, memoryRow } from './memory-row.ts'
import { cookie } from './population.ts'
import { type Cpu, cpuPerUnit, readCpu, watchMemory, withCpu } from './process-usage.ts'
import { judge } from './table.ts'
import { say } from './workspace.ts'

/** The session of the member who sends. */
const ADMIN = 1
const POLL_MS = 500
/** Wait after pausing until messages in progress are done; at most as long as a round. */
const SETTLE_MS = 2_000

/** A broadcast to every member: its pace, its effect on readers and its memory use. */
export const mailingRows: RowGroup = {
  name: 'mailings',
  measure: async ({ workspace, install, options }) => {
    const { mailsPerMinute } = options
    say(`mailings, ${mailsPerMinute} a minute`)
    const mailServer = await startMailServer(workspace)
    const installation = await install(options.stories, {
      environment: {
        MAIL_PROVIDER: 'smtp',
        SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
        MAIL_FROM: 'Folx <hello@folx.example>',
        MAIL_RATE_PER_MINUTE: String(mailsPerMinute),
      },
    })
    const { members } = installation.population
    await giveRight(installation, { session: ADMIN, right: 'mail' })
    const { pid } = installation.server
    const run: Run = {
      idle: [],
      busy: [],
      sendingMs: 0,
      cpu: { server: 0, database: 0 },
    }
    const { megabytes } = await watchMemory(pid, () =>
      broadcast(installation, run, options.mailingRoundMs),
    )
    // Everything was sent before the first pause.
    if (run.idle.length === 0) {
      run.idle.push(...(await readList(installation, wait(options.mailingRoundMs))))
    }
    const count = await mailServer.count()
    await installation.stop()
    const [missing, copies] = [members - count.addresses, count.messages - count.addresses]
    const cpu = cpuPerUnit({ server: 0, database: 0 }, run.cpu, count.messages)
    const rate = (count.messages / run.sendingMs) * 60_000
    return [
      judge(
        {
          name: 'mailings: pace',
          ours: withCpu(`${Math.round(rate).toLocaleString('en')} a minute`, cpu),
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
      flatRow('mailings: memory, flat', megabytes),
      memoryRow(
        { name: 'mailings: memory, most', ours: 'server process', peer: before(megabytes) },
        { value: Math.max(...megabytes), atMost: 260 },
      ),
    ]
  },
}

/** The measurements of a broadcast. */
interface Run {
  /** Durations of single reads while it was paused and while it was sending, in milliseconds. */
  idle: number[]
  busy: number[]
  sendingMs: number
  /** CPU seconds while it was sending. */
  cpu: Cpu
}

/**
 * Sends a broadcast, and pauses it after each round for as long, so that anything that slows the
 * machine slows both sides.
 */
async function broadcast(installation: Installation, run: Run, roundMs: number): Promise<void> {
  const client = adminOf(installation)
  const letter = { subject: 'News', html: LETTER }
  const sending = await requireOk(await client('POST', '/api/admin/send-broadcast', letter))
  const { id } = z.object({ id: z.int() }).parse(await sending.json())
  const { server, databasePid } = installation
  const processes = { pid: server.pid, databasePid }
  for (;;) {
    const startedAt = performance.now()
    const before = await readCpu(processes)
    const isSent = untilSent(installation, { id, ms: roundMs })
    run.busy.push(...(await readList(installation, isSent)))
    run.sendingMs += performance.now() - startedAt
    const after = await readCpu(processes)
    run.cpu.server += after.server - before.server
    run.cpu.database += after.database - before.database
    if (await isSent) return
    if (!(await isUnderWay(client('POST', `/api/admin/scheduled-emails/${id}/pause`)))) return
    await wait(Math.min(SETTLE_MS, roundMs))
    // Measured the same way, so that only the sending differs.
    const isOver = untilSent(installation, { id, ms: roundMs })
    const idle = await readList(installation, isOver)
    // The pause may have come after the last message.
    if (await isOver) return
    run.idle.push(...idle)
    if (!(await isUnderWay(client('POST', `/api/admin/scheduled-emails/${id}/resume`)))) return
  }
}

/** Waits until a broadcast is sent, or for `ms`. Returns whether it is sent. */
async function untilSent(
  installation: Installation,
  { id, ms }: { id: number; ms: number },
): Promise<boolean> {
  const { server } = installation
  const headers = { cookie: cookie(ADMIN, installation.population) }
  const end = performance.now() + ms
  while (performance.now() < end) {
    const response = await fetch(`${server.url}/api/admin/scheduled-emails`, { headers })
    const mailings = Mailing.array().parse(await response.json())
    if (mailings.find((mailing) => mailing.id === id)?.status === 'sent') return true
    await wait(Math.min(POLL_MS, ms / 5))
  }
  return false
}

/** Makes calls as the administrator. */
function adminOf({ server, population }: Installation) {
  const headers = { cookie: cookie(ADMIN, population), origin: server.url }
  return (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
}

/** Whether a broadcast could be paused or resumed; false if its last message was just sent. */
async function isUnderWay(change: Promise<Response>): Promise<boolean> {
  const response = await change
  if (response.status === 409) return false
  await requireOk(response)
  return true
}

async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
}

/** About 10 KB as a finished email, like a typical broadcast. */
const LETTER = `<h1>Good news</h1>${'<p>The room opens on Thursday, and everybody is welcome to come, to listen and to ask.</p>'.repeat(20)}<p><a class="button" href="https://folx.example/live">Join us</a></p>`
