/**
 * Writes `server/db/schema.gen.ts` from the migrations; with `--verify`, fails if the file is out of
 * date.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Invitation, JoiningMode } from '#contract/joining.ts'
import { RIGHTS } from '#contract/rights.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { migrate } from '#server/db/migrate.ts'

/** TypeScript types for columns that are text in PostgreSQL. */
const COLUMNS = {
  'member.rights': `Generated<(${unionOf(RIGHTS)})[]>`,
  'joining_settings.mode': `Generated<${unionOf(JoiningMode.options)}>`,
  'invitation.kind': unionOf(Invitation.shape.kind.options),
}

function unionOf(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ')
}

const directory = await mkdtemp(join(tmpdir(), 'folx-types-'))
const postgres = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
try {
  await migrate(postgres.url)
  const { stdout } = await promisify(execFile)('kysely-codegen', [
    '--dialect=postgres',
    '--camel-case',
    '--date-parser=string',
    '--out-file=server/db/schema.gen.ts',
    '--exclude-pattern=schema_migration',
    `--overrides=${JSON.stringify({ columns: COLUMNS })}`,
    `--url=${postgres.url}`,
    ...(process.argv.includes('--verify') ? ['--verify'] : []),
  ])
  process.stdout.write(stdout)
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
