import { withClient } from '#server/db/with-client.ts'

/** PostgreSQL's codes for a role that may not write and for a table that does not exist yet. */
const WITHOUT_RECORD = ['42501', '42P01']

/**
 * Records the backup in the site, for the list of what is left to set up. Does nothing if the role
 * may only read.
 */
export function recordBackup(databaseUrl: string, madeAt: Date): Promise<void> {
  return record(
    databaseUrl,
    `insert into backup_record (made_at) values ($1)
     on conflict (only_row) do update set made_at = excluded.made_at`,
    [madeAt],
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
  return error instanceof Error && 'code' in error && WITHOUT_RECORD.includes(String(error.code))
}
