import { withClient } from '#server/db/with-client.ts'

/** PostgreSQL's codes for a role that may not write and for a table that does not exist yet. */
const WITHOUT_RECORD = ['42501', '42P01']
/** For a column that does not exist yet, during an upgrade. */
const WITHOUT_COLUMN = '42703'

/**
 * Records the backup in the site, for the list of what is left to set up. Does nothing if the role
 * may only read.
 */
export async function recordBackup(
  databaseUrl: string,
  { madeAt, place }: { madeAt: Date; place: string },
): Promise<void> {
  const upsert = (columns: string, values: string, set: string): string =>
    `insert into backup_record (${columns}) values (${values})
     on conflict (only_row) do update set ${set}`
  const older = upsert('made_at', '$1', 'made_at = excluded.made_at')
  const set = 'made_at = excluded.made_at, place = excluded.place'
  await record(databaseUrl, upsert('made_at, place', '$1, $2', set), [madeAt, place]).catch(
    (error: unknown) => {
      if (codeOf(error) !== WITHOUT_COLUMN) throw error
      return record(databaseUrl, older, [madeAt])
    },
  )
}

/** Records the outcome of the last restore drill in the site. */
export function recordDrill(
  databaseUrl: string,
  { madeAt, isPassed, seconds }: { madeAt: Date; isPassed: boolean; seconds: number },
): Promise<void> {
  return record(
    databaseUrl,
    `insert into drill_record (made_at, is_passed, seconds) values ($1, $2, $3)
     on conflict (only_row) do update
     set made_at = excluded.made_at, is_passed = excluded.is_passed, seconds = excluded.seconds`,
    [madeAt, isPassed, seconds],
  )
}

async function record(databaseUrl: string, statement: string, values: unknown[]): Promise<void> {
  await withClient({ url: databaseUrl, name: 'folx-backup' }, (client) =>
    client.query(statement, values).catch((error: unknown) => {
      if (!isWithoutRecord(error)) throw error
    }),
  )
}

function isWithoutRecord(error: unknown): boolean {
  return WITHOUT_RECORD.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
