import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { type Checkpoint, minuteOf, shortHash } from '#server/db/checkpoint.ts'
import type { Db } from '#server/db/connect.ts'

/** A checkpoint that was kept outside of the log. */
export interface KnownCheckpoint extends Checkpoint {
  /** Where it was found, for a sentence: `in the backup of 2026-03-05 12:00 UTC`. */
  source: string
}

export interface ChainReport {
  /** Number of the last entry. */
  length: number
  /** When it was added. */
  endsAt: Date | undefined
  /** A sentence for each place where the log doesn't fit its own hashes. */
  faults: string[]
  /** The known checkpoints that the log contradicts, in the order of their numbers. */
  contradicted: KnownCheckpoint[]
}

/**
 * Reads the whole audit log and compares each entry with its link, and the chain with known
 * checkpoints. Computes the hashes here, because whoever changes the log could also change the
 * database's functions.
 */
export async function examineChain(
  db: Db,
  known: readonly KnownCheckpoint[],
): Promise<ChainReport> {
  const people = await listPeople(db)
  const places = new Set(known.map(({ position }) => position))
  const hashes = new Map<number, string>()
  const faults: Fault[] = []
  let last: Link | undefined
  for await (const link of readLinks(db)) {
    const { position, addedAt } = link
    const next = (last?.position ?? 0) + 1
    const isAfterGap = position !== next
    if (isAfterGap) {
      const [after, before] = [last?.addedAt, addedAt]
      addFault(faults, { kind: 'removed', from: next, to: position - 1, after, before, links: [] })
    }
    // The hash of an entry after a gap can't be checked, because it depends on a missing one.
    const previous = isAfterGap ? undefined : (last?.hash ?? Buffer.alloc(0))
    const kind = faultOf(link, { previous, people })
    const span = { from: position, to: position, after: addedAt, before: addedAt }
    if (kind) addFault(faults, { kind, ...span, links: [{ link, previous }] })
    if (places.has(position)) hashes.set(position, shortHash(link.hash))
    last = link
  }
  const isKept = ({ position, hash }: Checkpoint): boolean => hashes.get(position) === hash
  const sorted = [...known].sort((one, other) => one.position - other.position)
  return {
    length: last?.position ?? 0,
    endsAt: last?.addedAt,
    faults: [...faults.map(inWords), ...(await findInserted(db))],
    contradicted: sorted.filter((each) => !isKept(each)),
  }
}

interface Link {
  position: number
  addedAt: Date
  salt: string
  actor: Buffer | null
  hash: Buffer
  /** The fields of the link that the hash covers. */
  linkText: string
  /** The fields of the entry that it covers. Null if the entry is gone, as are the next two. */
  entryText: string | null
  adminId: string | null
  createdAt: Date | null
}

/** Few, because the server answers requests between two batches. */
const BATCH = 1_000

/** The links of the chain with their entries, in order. */
async function* readLinks(db: Db): AsyncGenerator<Link> {
  for (let after = 0; ; ) {
    // The same texts as in the migration `0084-audit-chain.sql`.
    const { rows } = await sql<Link>`
      select position, added_at, salt::text as salt, actor, hash, admin_id, created_at,
        jsonb_build_array(position, extract(epoch from added_at), salt,
          encode(actor, 'hex'))::text as link_text,
        case when created_at is not null then
          jsonb_build_array(extract(epoch from created_at), action, subject_type, subject_id,
            detail)::text end as entry_text
      from (select * from audit_link where position > ${after} order by position limit ${BATCH}) link
        left join audit_entry using (audit_entry_id)
      order by position`.execute(db)
    yield* rows
    const newest = rows.at(-1)
    if (!newest || rows.length < BATCH) return
    after = newest.position
  }
}

/** Ids of those who may be the administrator that somebody removed from an entry. */
async function listPeople(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id::text as id from member
    where is_admin or member_id in (select admin_id from audit_entry)`.execute(db)
  return rows.map(({ id }) => id)
}

type FaultKind = 'changed' | 'reordered' | 'removed' | 'actor' | 'redated'

/** No transaction takes longer than this between its begin and its commit. */
const LONGEST_MS = DAY_MS

function faultOf(
  link: Link,
  { previous, people }: { previous: Buffer | undefined; people: readonly string[] },
): FaultKind | undefined {
  const { entryText, createdAt, addedAt } = link
  if (entryText === null || !createdAt) return 'removed'
  if (previous && !fits(link, { previous, entryText })) return 'changed'
  if (!isActor(link, people)) return 'actor'
  const span = Math.abs(createdAt.getTime() - addedAt.getTime())
  return span > LONGEST_MS ? 'redated' : undefined
}

function fits(
  { linkText, hash }: Link,
  { previous, entryText }: { previous: Buffer; entryText: string },
): boolean {
  const sum = createHash('sha256').update(previous).update(linkText).update(entryText)
  return sum.digest().equals(hash)
}

/** Whether the entry names who did it, or nobody because that account is gone. */
function isActor({ salt, actor, adminId }: Link, people: readonly string[]): boolean {
  const isFor = (id: string): boolean =>
    actor?.equals(createHash('sha256').update(`${salt}${id}`).digest()) ?? false
  if (adminId !== null) return isFor(adminId)
  return actor === null || !people.some(isFor)
}

/** Neighboring entries with the same problem. */
interface Fault {
  kind: FaultKind
  from: number
  to: number
  /** When they were added, as far as the chain still tells. */
  after: Date | undefined
  before: Date
  /** Some of the links, each with the hash before it. */
  links: { link: Link; previous: Buffer | undefined }[]
}

/** More links than this say nothing new about an order. */
const MOST_LINKS = 200

function addFault(faults: Fault[], found: Fault): void {
  const last = faults.at(-1)
  if (last?.kind !== found.kind || last.to + 1 !== found.from) {
    faults.push(found)
    return
  }
  last.to = found.to
  last.before = found.before
  if (last.links.length < MOST_LINKS) last.links.push(...found.links)
}

/** Whether changed entries have only changed places with each other, or their links have. */
function isReordered(fault: Fault, faults: readonly Fault[]): boolean {
  if (fault.kind !== 'changed') return false
  const others = faults.flatMap(({ kind, links }) => (kind === 'changed' ? links : []))
  return fault.links.some(({ link, previous }, index) => {
    const before = fault.links[index - 1]?.link
    if (before && link.addedAt < before.addedAt) return true
    return others
      .slice(0, MOST_LINKS)
      .some(
        ({ link: { entryText } }) =>
          previous && entryText !== null && fits(link, { previous, entryText }),
      )
  })
}

const VERBS: Record<FaultKind, string> = {
  changed: 'changed',
  reordered: 'put in another order',
  removed: 'removed',
  actor: 'attributed to somebody else',
  redated: 'added with a wrong time',
}

function inWords(fault: Fault, _: number, faults: readonly Fault[]): string {
  const { from, to, after, before } = fault
  const kind = isReordered(fault, faults) ? 'reordered' : fault.kind
  const was = from === to ? 'was' : 'were'
  return `${entries(from, to)} ${was} ${VERBS[kind]} (written ${spanOf(after, before)}).`
}

/** `Entry 7` or `Entries 7 to 9`. */
export function entries(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`
}

/** `on <time>`, `between <time> and <time>` or `before <time>`. */
export function spanOf(after: Date | undefined, before: Date): string {
  if (!after) return `before ${minuteOf(before)}`
  const [from, to] = [after, before].sort((one, other) => one.getTime() - other.getTime())
  if (!from || !to || minuteOf(from) === minuteOf(to)) return `on ${minuteOf(before)}`
  return `between ${minuteOf(from)} and ${minuteOf(to)}`
}

/** Entries that didn't get into the chain when they were written. */
async function findInserted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ count: number; first: Date | null; last: Date | null }>`
    select count(*)::int as count, min(created_at) as first, max(created_at) as last
    from audit_entry where audit_entry_id not in (select audit_entry_id from audit_link)`.execute(
    db,
  )
  const { count = 0, first, last } = rows[0] ?? {}
  if (!first || !last) return []
  const what = count === 1 ? 'One entry was' : `${count} entries were`
  return [`${what} inserted without a link in the chain (dated ${spanOf(first, last)}).`]
}
