import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableShape } from '#server/backup/tables.ts'
import type { AppliedMigration } from '#server/db/migrate.ts'

/** Written by `scripts/record-migrations.ts`, and by nothing else. */
export const SETS_FILE = join(import.meta.dirname, 'sets.json')
/** The rows in the sets. */
export const SAMPLE_FILE = join(import.meta.dirname, 'sample.sql')

/** A small site at each set of migrations that a site can have run, the oldest set first. */
export interface ReleasedSets {
  /** Equal parts of the sets stand here once. */
  migrations: AppliedMigration[]
  tables: RecordedTable[]
  sets: {
    /** Positions in `migrations`, in the order they ran. */
    migrations: number[]
    /** Positions in `tables`, in order of name. */
    tables: number[]
    /** The last value of each sequence that has been used. */
    sequences: Record<string, string>
  }[]
}

/** A table as an archive holds it. */
export interface RecordedTable extends TableShape {
  /** Rows in the text format of `COPY`, each with its line end. */
  rows: string
}

/** A small site at one set of migrations. */
export interface ReleasedSet {
  /** `set 24, 18 migrations up to 0042-keeper.sql`. */
  title: string
  migrations: AppliedMigration[]
  tables: RecordedTable[]
  sequences: Record<string, string>
}

export async function readSets(): Promise<ReleasedSets> {
  return JSON.parse(await readFile(SETS_FILE, 'utf8')) as ReleasedSets
}

export async function listReleasedSets(): Promise<ReleasedSet[]> {
  const all = await readSets()
  return all.sets.map(({ sequences, ...set }, index) => {
    const migrations = pick(all.migrations, set.migrations)
    return {
      title: `set ${index + 1}, ${migrations.length} migrations up to ${migrations.at(-1)?.name}`,
      migrations,
      tables: pick(all.tables, set.tables),
      sequences,
    }
  })
}

function pick<T>(all: readonly T[], positions: readonly number[]): T[] {
  return positions.flatMap((position) => all[position] ?? [])
}
