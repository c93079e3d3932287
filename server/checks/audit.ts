import { sql } from 'kysely'
import { listArchives, readManifest } from '#server/backup/manifest.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { isOwn } from '#server/backup/owner.ts'
import { readSite } from '#server/backup/site.ts'
import type { Config } from '#server/config.ts'
import { minuteOf, parseCheckpoint } from '#server/db/checkpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { findKept } from '#server/upgrade/kept.ts'
import {
  type ChainReport,
  entries,
  examineChain,
  type KnownCheckpoint,
  spanOf,
} from './audit-chain.ts'
import { type Check, databaseCheck, failed, ok, type Verdict, warning } from './check.ts'
import { counted } from './words.ts'

/** A time whose entries the site has lost, because somebody put an older state of it back. */
export interface Loss {
  from: Date
  to: Date
  /** How, as the end of a sentence. */
  reason: string
}

/** The source of a checkpoint on the command line. */
const ENTERED = 'that you entered'

/** More places than this aren't named one by one. */
const MOST_NAMED = 8

const FAILURE = {
  meaning:
    'Somebody with access to the database has changed the record of what administrators did. What else they changed, this check can’t tell.',
  action:
    'Make no more changes and keep all backups. Find out who had access to the server then, and compare the log with a backup from before: “npm run drill” restores one beside the site.',
}

const DOUBT = 'First make sure that the checkpoint is from an email of this site.'

export function judgeChain(
  report: ChainReport,
  { known, losses }: { known: readonly KnownCheckpoint[]; losses: readonly Loss[] },
): Verdict {
  const { length, faults, contradicted } = report
  const lossOf = ({ at }: KnownCheckpoint): Loss | undefined =>
    // Checkpoints have only minutes.
    losses.find(({ from, to }) => at.getTime() > from.getTime() - 60_000 && at <= to)
  const unexplained = contradicted.filter((each) => !lossOf(each))
  const agreed = known.filter((each) => !contradicted.includes(each))
  const problems = [...faults, ...contradiction({ unexplained, agreed }, report)]
  const answer = answerTo(known, contradicted)
  if (problems.length > 0) {
    const rest = problems.length - MOST_NAMED
    const more = rest > 0 ? ` There are ${rest} more such places.` : ''
    const named = problems.slice(0, MOST_NAMED).join(' ')
    // Anyone can make up a checkpoint.
    const isDoubtful = faults.length === 0 && unexplained.every(({ source }) => source === ENTERED)
    if (isDoubtful)
      return failed({ finding: named, ...FAILURE, action: `${DOUBT} ${FAILURE.action}` })
    return failed({ finding: `The audit log was changed. ${named}${more}${answer}`, ...FAILURE })
  }
  const [lost] = contradicted
  const loss = lost && lossOf(lost)
  if (loss) {
    return warning({
      finding: `The audit log lacks entries written ${spanOf(loss.from, loss.to)}, because ${loss.reason}. The checkpoint ${lost.source} is from that time.${answer}`,
      meaning: 'If you did that, nothing is wrong. Otherwise somebody removed these entries.',
      action:
        'Make sure that somebody on your team did this. The warning ends when no backup from that time is left.',
    })
  }
  if (length === 0) return ok('The audit log is empty.')
  const kept = known.length === 0 ? '' : ` So do ${counted(known.length, 'checkpoint')}.`
  return ok(
    `The ${counted(length, 'entry', 'entries')} of the audit log fit together.${kept}${answer}`,
  )
}

/** Whether a checkpoint on the command line belongs to the log. */
function answerTo(
  known: readonly KnownCheckpoint[],
  contradicted: readonly KnownCheckpoint[],
): string {
  const entered = known.find(({ source }) => source === ENTERED)
  if (!entered || contradicted[0] === entered) return ''
  return ` The checkpoint ${ENTERED} ${contradicted.includes(entered) ? 'doesn’t fit' : 'fits'} this log.`
}

/** The checkpoints' result about the log's last entries, or about a chain that was made anew. */
function contradiction(
  {
    unexplained,
    agreed,
  }: { unexplained: readonly KnownCheckpoint[]; agreed: readonly KnownCheckpoint[] },
  { length, endsAt }: ChainReport,
): string[] {
  const [first, last] = [unexplained[0], unexplained.at(-1)]
  if (!first || !last) return []
  const isCut = first.position > length
  const before = agreed
    .filter(({ position }) => position < first.position)
    .sort((one, other) => one.position - other.position)
    .at(-1)
  const from = isCut
    ? { position: length, at: endsAt }
    : { position: before?.position ?? 0, at: before?.at }
  const done = isCut ? 'cut off the end' : 'replaced or removed'
  const what = entries(from.position + 1, last.position).toLowerCase()
  const was = from.position + 1 === last.position ? 'was' : 'were'
  return [
    `The checkpoint ${first.source} (entry ${first.position}) doesn’t fit this log: ${what} ${was} ${done} (written ${spanOf(from.at, last.at)}).`,
  ]
}

/** The checkpoints in the site's own backups. A backup that can't be read has its own check. */
async function listBackedUp({ backup }: Config, db: Db): Promise<KnownCheckpoint[]> {
  if (!backup) return []
  const place = await openBackupPlace(backup.address)
  const site = await readSite((statement) => sql.raw(statement).execute(db))
  const manifests = await Promise.all(
    (await listArchives(place)).map((name) => readManifest(place, name).catch(() => undefined)),
  )
  return manifests.flatMap((manifest) => {
    // An archive that doesn't say whose it is has no checkpoint either.
    if (!manifest || !isOwn(manifest, { site, isShared: true })) return []
    const checkpoint = parseCheckpoint(manifest.auditCheckpoint ?? '')
    const source = `in the backup of ${minuteOf(new Date(manifest.createdAt))}`
    return checkpoint ? [{ ...checkpoint, source }] : []
  })
}

/** Those in the newest emails to members. */
async function listMailed(db: Db): Promise<KnownCheckpoint[]> {
  const rows = await db
    .selectFrom('mailing')
    .select(['auditCheckpoint', 'sendAt'])
    .where('auditCheckpoint', 'is not', null)
    .orderBy('mailingId', 'desc')
    .limit(1_000)
    .execute()
  return rows.flatMap(({ auditCheckpoint, sendAt }) => {
    const checkpoint = parseCheckpoint(auditCheckpoint ?? '')
    return checkpoint ? [{ ...checkpoint, source: `in the email of ${minuteOf(sendAt)}` }] : []
  })
}

async function listLosses(
  { database, dataDir }: Config,
  { db, now }: { db: Db; now: Date },
): Promise<Loss[]> {
  const { rows } = await sql<{ from: Date; to: Date | null }>`
    select restored_from as from, null as to from website_settings where restored_from is not null
    union all
    select (detail->>'backup')::timestamptz, created_at from audit_entry
    where action = 'site-restored'`.execute(db)
  const restored = rows.map(({ from, to }) => ({
    from,
    to: to ?? now,
    reason: `the site was restored from the backup of ${minuteOf(from)}`,
  }))
  // Folx keeps no earlier state of an external database.
  const undone =
    database.provider === 'url' ? undefined : await findKept(dataDir, 'before-rollback')
  if (!undone) return restored
  const [from, to] = [new Date(undone.note.upgradedAt), undone.keptAt]
  return [...restored, { from, to, reason: 'an upgrade was undone' }]
}

export const AUDIT_CHECKS: readonly Check[] = [
  databaseCheck({
    name: 'audit-log',
    title: 'Audit log',
    run: async ({ config, db, now, checkpoint }) => {
      // An unreachable place is the problem of another check.
      const backedUp = await listBackedUp(config, db).catch(() => undefined)
      const known = [
        ...(backedUp ?? []),
        ...(await listMailed(db)),
        ...(checkpoint ? [{ ...checkpoint, source: ENTERED }] : []),
      ]
      const losses = await listLosses(config, { db, now: now() })
      return judgeChain(await examineChain(db, known), { known, losses })
    },
  }),
]
