import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** All stored text of the job queue: data, output and warnings. */
export async function readJobTables(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select concat_ws(E'\\n', name, data::text, output::text, source_output::text, singleton_key)
      as text
    from job.job
    union all select to_jsonb(warning) #>> '{}' from job.warning`.execute(db)
  return rows.map(({ text }) => text).join('\n')
}
