import pg from 'pg'

/** PostgreSQL's codes: this role may not write, and this table is not there yet. */
const WITHOUT_RECORD = ['42501', '42P01']

/**
 * Notes in the site that it was backed up, for the list of what is left to set up. A role that only
 * reads makes backups as well, without the note.
 */
export async function recordBackup(databaseUrl: string, madeAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'folx-backup' })
  await client.connect()
  try {
    await client.query(
      `insert into backup_record (made_at) values ($1)
       on conflict (only_row) do update set made_at = excluded.made_at`,
      [madeAt],
    )
  } catch (error) {
    if (!isWithoutRecord(error)) throw error
  } finally {
    await client.end()
  }
}

function isWithoutRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && WITHOUT_RECORD.includes(String(error.code))
}
