import { join } from 'node:path'
import { sql } from 'kysely'
import { isUnconfirmed } from '#server/backup/restoration.ts'
import type { Db } from '#server/db/connect.ts'
import { findBinaries, findMajorVersion } from '#server/db/embedded/binaries.ts'
import { findClusterVersion, otherVersion } from '#server/db/embedded/initialize.ts'
import {
  type AppliedMigration,
  findUnknown,
  type Migration,
  pendingMigrations,
  readMigrations,
} from '#server/db/migrate.ts'
import { PoolBusyError } from '#server/db/take-connection.ts'
import { type Check, databaseCheck, failed, ok, skipped, type Verdict, warning } from './check.ts'
import { percent } from './words.ts'

/** PostgreSQL writes version 17.4 as 170004. */
const OLDEST_VERSION = 170_000

export function judgeVersion(version: number): Verdict {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  if (version >= OLDEST_VERSION) return ok(`${name} answers.`)
  return failed({
    finding: `The database is ${name}.`,
    meaning: 'Folx needs PostgreSQL 17 or newer. Parts of the site fail with an older one.',
    action: 'Move to a newer PostgreSQL: make a backup, then restore it into a new database.',
  })
}

export function judgeMigrations(
  program: readonly Migration[],
  database: readonly AppliedMigration[],
): Verdict {
  const [foreign] = findUnknown(program, database)
  if (foreign) {
    return failed({
      finding: `The database knows the migration ${foreign.name}, which this release doesn’t.`,
      meaning:
        'A newer or another release of Folx has used this database. This one may damage data.',
      action:
        'Go back to the newer release, or run its “npm run rollback” before you use the older one.',
    })
  }
  const missing = pendingMigrations(program, database).length
  if (missing === 0) return ok(`All ${program.length} migrations have run.`)
  return failed({
    finding: `The database is missing ${missing} of ${program.length} migrations.`,
    meaning: 'Pages that need them show errors.',
    action:
      'Stop the server and run “npm run upgrade”, which can be undone. With DATABASE_URL, a start does it, too.',
  })
}

export function judgeRole(role: { isSuperuser: boolean; ownsTables: boolean }): Verdict {
  if (role.isSuperuser) {
    return warning({
      finding: 'The server connects to the database as a superuser.',
      meaning: 'A mistake in the server could reach every database of that system.',
      action: 'Create two roles as “Another PostgreSQL” in the operations guide describes.',
    })
  }
  if (role.ownsTables) {
    return ok('The server connects as the owner of the tables. A separate role would be safer.')
  }
  return ok('The server may read and write rows, and nothing else.')
}

export function judgeConnections({ used, most }: { used: number; most: number }): Verdict {
  const finding = `${used} of ${most} database connections are in use.`
  const advice = {
    finding,
    meaning: 'When none is left, pages show errors.',
    action: 'Raise max_connections of the database, or stop other programs that use it.',
  }
  if (used / most > 0.95) return failed(advice)
  return used / most > 0.8
    ? warning(advice)
    : ok(`${finding.slice(0, -1)} (${percent(used / most)}).`)
}

export function isAnswering(db: Db): Promise<boolean> {
  return readVersion(db).then(
    () => true,
    // A busy one may answer the next check.
    (error) => error instanceof PoolBusyError,
  )
}

async function readVersion(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  return rows[0]?.version
}

const DATABASE_CHECK: Check = {
  name: 'database',
  title: 'Database',
  run: async ({ config, db }) => {
    const version = db && (await readVersion(db))
    if (version !== undefined) return judgeVersion(version)
    const advice = config.database.provider === 'embedded' && (await otherRelease(config.dataDir))
    if (advice) {
      return failed({
        finding: 'The database was made by another major version of PostgreSQL.',
        meaning: 'This release can’t open it. Nothing in it was changed.',
        action: advice,
      })
    }
    return failed({
      finding: 'The database doesn’t answer.',
      meaning: 'Nobody can use the site until it does.',
      action:
        'Restart the server. If that doesn’t help, look at its log; with a database of your own, check that it runs and that DATABASE_URL is right.',
    })
  },
}

/**
 * The advice about a database of another major version of PostgreSQL; undefined for the supported
 * one.
 */
async function otherRelease(dataDir: string): Promise<string | undefined> {
  const found = await findClusterVersion(join(dataDir, 'postgres'))
  const supported = await findMajorVersion(findBinaries())
  return found && found !== supported ? otherVersion(found, supported) : undefined
}

export const DATABASE_CHECKS: readonly Check[] = [
  DATABASE_CHECK,
  databaseCheck({
    name: 'migrations',
    title: 'Database migrations',
    run: async ({ db }) => {
      const { rows } =
        await sql<AppliedMigration>`select name, checksum from schema_migration`.execute(db)
      return judgeMigrations(await readMigrations(), rows)
    },
  }),
  databaseCheck({
    name: 'database-role',
    title: 'Database role',
    run: async ({ db }) => {
      const { rows } = await sql<{ isSuperuser: boolean; ownsTables: boolean }>`
        select rolsuper as is_superuser,
          exists (select from pg_class where relname = 'member' and relowner = pg_roles.oid
            and relnamespace = 'public'::regnamespace) as owns_tables
        from pg_roles where rolname = current_user`.execute(db)
      return rows[0] ? judgeRole(rows[0]) : skipped('The database doesn’t say.')
    },
  }),
  databaseCheck({
    name: 'database-connections',
    title: 'Database connections',
    run: async ({ db }) => {
      const { rows } = await sql<{ used: number; most: number }>`
        select count(*)::int as used, current_setting('max_connections')::int as most
        from pg_stat_activity where backend_type = 'client backend'`.execute(db)
      return rows[0] ? judgeConnections(rows[0]) : skipped('The database doesn’t say.')
    },
  }),
  databaseCheck({
    name: 'restored-site',
    title: 'Restored site',
    run: async ({ db }) => {
      if (!(await isUnconfirmed(db))) return ok('This is the live site.')
      return warning({
        finding: 'This site was restored from a backup and isn’t confirmed.',
        meaning: 'It sends no email, takes no payments and does no background work.',
        action:
          'Look at the site. If it’s the live one, run “npm run restore -- --confirm” and restart the server.',
      })
    },
  }),
]
