import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import { eventEndpoints } from '#contract/events.ts'
import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import { buildApp } from '#server/http/app.ts'
import type { TestResponse } from './api.ts'
import { base64FormsOf } from './base64-forms.ts'
import type { TestMember } from './population.ts'
import type { LogLines } from './world.ts'

/** Fields of a member that must not leak anywhere: names, address and id. */
export const SECRETS = ['id', 'username', 'email', 'anonymousUsername'] as const

/** Everything that a test run shows to administrators and everything it leaves behind. */
export interface Evidence {
  answers: string
  log: string
  mails: string
  audit: string
  changes: string
  /** Server-Sent Events of an administrator's open page. */
  events: string
}

/** Announced after everything else, so that its arrival marks the end. */
const LAST = { kind: 'story', storyId: 2_147_483_646, wasPublic: true } satisfies Change

interface EvidenceRecorder {
  /** Records a response to an administrator, and returns it. */
  answered(response: TestResponse): TestResponse
  close(): Promise<Evidence>
}

/** Collects evidence from now on until `close`. */
export async function recordEvidence({
  context,
  logLines,
  admin,
}: {
  context: Context
  logLines: LogLines
  /** The administrator whose page is open in the meantime. */
  admin: TestMember
}): Promise<EvidenceRecorder> {
  const before = await newest(context)
  const wire = await listenToWire(context)
  const page = await openPage(context, admin)
  const logStart = logLines.length
  const answers: string[] = []
  return {
    answered: (response) => {
      answers.push(`${response.status} ${JSON.stringify(response.headers)} ${response.text}`)
      return response
    },
    close: async () => {
      context.changes.announce(LAST)
      const changes = await wire.stop()
      const events = await page.leave()
      return {
        answers: answers.join('\n'),
        log: logLines.slice(logStart).join('\n'),
        ...(await readBehind(context, before)),
        changes,
        events,
      }
    },
  }
}

interface Wire {
  /** All changes until `LAST`, one per line. */
  stop(): Promise<string>
}

/**
 * Listens to the changes that nodes announce to each other. A change for a member's own pages
 * contains that member's id and must contain nothing else of a member.
 */
async function listenToWire({ config }: Context): Promise<Wire> {
  const { database } = config
  const connectionString = database.provider === 'url' ? database.url : ''
  const client = new pg.Client({ connectionString })
  const received: Change[] = []
  client.on('notification', ({ payload = '' }) => {
    received.push(...(JSON.parse(payload) as { changes: Change[] }).changes)
  })
  await client.connect()
  await client.query('listen folx_changes')
  const hasAll = (): boolean =>
    received.some((change) => change.kind === 'story' && change.storyId === LAST.storyId)
  return {
    stop: async () => {
      await vi.waitUntil(hasAll)
      await client.end()
      return received.map((change) => JSON.stringify(withoutReceiver(change))).join('\n')
    },
  }
}

interface OpenPage {
  /** All events until `LAST`. */
  leave(): Promise<string>
}

/** Opens the event stream of an administrator's page; a stream needs a real port. */
async function openPage(context: Context, { cookie }: TestMember): Promise<OpenPage> {
  const app = await buildApp(context, undefined, { events: { gatherMs: 10 } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(new URL(eventEndpoints.listen.path, address), {
    headers: { cookie },
  })
  let text = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  return {
    leave: async () => {
      await vi.waitUntil(() => text.includes(String(LAST.storyId)))
      await app.close()
      await reading
      return text
    },
  }
}

/** Lists the channels in which one of these members leaks, and by which field. */
export function leaksIn(evidence: Evidence, members: readonly TestMember[]): string[] {
  const found = Object.entries(evidence).flatMap(([channel, text]: [string, string]) => {
    const lower = text.toLowerCase()
    return members.flatMap((member) =>
      SECRETS.filter((secret) => formsOf(member[secret]).some((form) => lower.includes(form))).map(
        (secret) => `${channel}: ${secret}`,
      ),
    )
  })
  return [...new Set(found)]
}

interface Newest {
  message: number
  outbox: number
  audit: number
}

/** The newest ids that already exist. */
async function newest({ db }: Context): Promise<Newest> {
  const { rows } = await sql<Newest>`
    select coalesce((select max(email_message_id) from email_message), 0) as message,
      coalesce((select max(outbox_mail_id) from outbox_mail), 0) as outbox,
      coalesce((select max(audit_entry_id) from audit_entry), 0) as audit`.execute(db)
  return rows[0] ?? { message: 0, outbox: 0, audit: 0 }
}

/** Emails without their recipient, and whole audit entries. */
async function readBehind(
  { db }: Context,
  since: Newest,
): Promise<Pick<Evidence, 'mails' | 'audit'>> {
  const mails = await sql`
    select to_jsonb(m) - 'to_address' as mail from email_message m
    where email_message_id > ${since.message}
    union all
    select to_jsonb(m) - 'to_address' from outbox_mail m
    where outbox_mail_id > ${since.outbox}`.execute(db)
  const audit = await sql`
    select to_jsonb(entry) as entry from audit_entry entry
    where audit_entry_id > ${since.audit}`.execute(db)
  return { mails: JSON.stringify(mails.rows), audit: JSON.stringify(audit.rows) }
}

function withoutReceiver(change: Change): object {
  if (change.kind !== 'guidance' && change.kind !== 'notification') return change
  const { memberId: _, ...rest } = change
  return rest
}

function formsOf(secret: string): string[] {
  const plain = [secret, encodeURIComponent(secret), secret.replaceAll('-', '')]
  return [...plain, Buffer.from(secret).toString('hex'), ...base64FormsOf(secret)].map((form) =>
    form.toLowerCase(),
  )
}
