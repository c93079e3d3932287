import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { withClient } from '#server/db/with-client.ts'
import { findCopies, findWriteProblems, type Ledger, type Stored } from './ledger.ts'
import type { Site } from './site.ts'

/**
 * How long to wait for background work: conversions, the rate-limited mailing, and jobs of killed
 * nodes, which are retried once their time is over.
 */
const SETTLE_LIMIT_MS = 120_000
const POLL_MS = 500

export interface Check {
  name: string
  /** What was checked. */
  what: string
  /** Empty if the check passed. */
  findings: string[]
}

/** Runs all checks after the load. */
export async function runChecks(
  site: Site,
  { ledger, mailingId, readers }: { ledger: Ledger; mailingId: number; readers: number },
): Promise<Check[]> {
  const url = site.databases.replica.adminUrl
  await untilSettled(url, mailingId)
  return [
    await checkWrites(url, ledger),
    await checkRecordings(site, ledger),
    await checkReading(site, ledger),
    await checkCounters(url),
    await checkSessions(site),
    ...(await checkMails(site, { url, mailingId, readers })),
  ]
}

async function untilSettled(url: string, mailingId: number): Promise<void> {
  const end = performance.now() + SETTLE_LIMIT_MS
  while (performance.now() < end) {
    const { rows } = await withClient({ url }, (client) =>
      client.query<{ isSettled: boolean }>(
        `select not exists (select from story where audio_state = 'processing')
           and exists (select from mailing where mailing_id = $1 and status = 'sent') as "isSettled"`,
        [mailingId],
      ),
    )
    if (rows[0]?.isSettled) return
    await wait(POLL_MS)
  }
}

async function checkWrites(url: string, { writes, refusals }: Ledger): Promise<Check> {
  const { rows } = await withClient({ url }, (client) =>
    client.query<Stored>(
      `select reply_id as id, content as text, member_id as "memberId" from reply
       union all select story_id, title, member_id from story`,
    ),
  )
  const { lost, doubled, unsettled } = findWriteProblems(writes, rows)
  const acknowledged = writes.length - unsettled.length
  return {
    name: 'Nothing is lost, nothing happens twice',
    what: `${acknowledged.toLocaleString('en')} acknowledged writes`,
    findings: [
      ...some(lost.length, 'acknowledged writes are lost'),
      ...some(doubled.length, 'writes happened twice'),
      ...some(unsettled.length, 'writes were never acknowledged'),
      ...[...new Set(refusals)].slice(0, 5),
    ],
  }
}

async function checkRecordings(site: Site, { writes }: Ledger): Promise<Check> {
  const recordings = writes.filter(({ kind }) => kind === 'recording')
  let bad = 0
  for (const { ids, author } of recordings) {
    const [id] = ids
    const path = `/api/stories/${id}/audio`
    const { status, body } = await site.client.call({ path, cookie: author.cookie })
    if (status !== 200 || body.length === 0) bad += 1
  }
  return {
    name: 'Every recording can be played',
    what: `${recordings.length} recordings`,
    findings: some(bad, 'recordings can’t be played'),
  }
}

const Replies = z.array(z.object({ id: z.int() }))

/** Reads replies through nginx, as members do. */
async function checkReading(site: Site, { writes }: Ledger): Promise<Check> {
  const shown = new Set<number>()
  for (const storyId of site.storyIds) {
    const [author] = site.members
    const path = `/api/stories/${storyId}/replies`
    const { body } = await site.client.call({ path, cookie: author?.cookie ?? '' })
    for (const { id } of Replies.parse(JSON.parse(body.toString()))) shown.add(id)
  }
  const replies = writes.filter(({ kind, ids }) => kind === 'reply' && ids.size > 0)
  const missing = replies.filter(({ ids }) => ![...ids].every((id) => shown.has(id)))
  return {
    name: 'Members can read every reply',
    what: `${replies.length.toLocaleString('en')} replies`,
    findings: some(missing.length, 'replies aren’t shown'),
  }
}

async function checkCounters(url: string): Promise<Check> {
  const { rows } = await withClient({ url }, (client) =>
    client.query<{ wrong: number; stories: number }>(
      `select count(*) filter (where reply_count <> (
           select count(*) from reply where reply.story_id = story.story_id))::int as wrong,
         count(*)::int as stories from story`,
    ),
  )
  return {
    name: 'Counters are right',
    what: `${rows[0]?.stories} stories`,
    findings: some(rows[0]?.wrong ?? 0, 'stories have a wrong number of replies'),
  }
}

async function checkSessions({ client, members }: Site): Promise<Check> {
  let ended = 0
  for (const { cookie } of members) {
    const { status } = await client.call({ path: '/api/user', cookie })
    if (status !== 200) ended += 1
  }
  return {
    name: 'Sessions survive',
    what: `${members.length} sessions`,
    findings: some(ended, 'sessions have ended'),
  }
}

async function checkMails(
  { mail, members }: Site,
  { url, mailingId, readers }: { url: string; mailingId: number; readers: number },
): Promise<Check[]> {
  const taken = mail.taken.map(({ to, mail: { subject = '', messageId = '' } }) => ({
    to,
    subject,
    id: messageId,
  }))
  const letters = taken.filter(({ subject }) => subject === SUBJECT)
  const { rows } = await withClient({ url }, (client) =>
    client.query<{ status: string; count: number }>(
      `select status::text, count(*)::int as count from mailing_recipient
       where mailing_id = $1 group by status`,
      [mailingId],
    ),
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  const people = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const inDoubt = counts.get('failed') ?? 0
  const reached = new Set(letters.map(({ to }) => to)).size
  const copies = findCopies(taken)
  return [
    {
      name: 'No email is sent twice',
      what: `${taken.length.toLocaleString('en')} messages`,
      findings: [
        ...some(copies.length, 'messages came more than once'),
        ...some(letters.length - reached, 'people got the broadcast more than once'),
      ],
    },
    {
      name: 'The broadcast reaches everyone, or the report lists whom it may have missed',
      what: `${reached.toLocaleString('en')} of ${people.toLocaleString('en')} people, ${inDoubt} in doubt`,
      findings: [
        ...some(people < readers + members.length ? 1 : 0, 'group of recipients is too small'),
        ...some(Math.max(0, people - inDoubt - reached), 'people are missing'),
        ...some(people - inDoubt - (counts.get('sent') ?? 0), 'recipients have not been sent to'),
      ],
    },
  ]
}

export const SUBJECT = 'The room opens on Thursday'

function some(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}.`]
}
