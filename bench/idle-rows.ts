import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { readCpu } from './process-usage.ts'
import { judge } from './table.ts'
import { say } from './workspace.ts'

/** How many statements are printed, the most frequent first. */
const PRINTED = 8

/** The activity of the server and its database while nobody uses the site. */
export const idleRows: RowGroup = {
  name: 'idle',
  measure: async ({ install, options }) => {
    say('idle')
    const { settle, seconds } = options.idle
    const installation = await install(options.growth.small, {
      databaseSetting: `shared_preload_libraries = 'pg_stat_statements'`,
    })
    const statements = await countStatements(installation)
    try {
      await wait(settle * 1000)
      const { databasePid, server } = installation
      const processes = { pid: server.pid, databasePid }
      const before = await readCpu(processes)
      await statements.reset()
      await wait(seconds * 1000)
      const counts = await statements.read()
      const after = await readCpu(processes)
      for (const { calls, query } of counts.slice(0, PRINTED)) {
        say(`  ${(calls / seconds).toFixed(2)} per second: ${query.replaceAll(/\s+/g, ' ').trim()}`)
      }
      const calls = counts.reduce((sum, statement) => sum + statement.calls, 0)
      const share = (side: 'server' | 'database'): number =>
        ((after[side] - before[side]) / seconds) * 100
      return [
        judge(
          { name: 'idle: SQL statements', ours: `${calls} in ${seconds} s`, peer: '' },
          { value: calls / seconds, unit: ' per second', atMost: 1 },
        ),
        judge(
          {
            name: 'idle: CPU',
            ours: `server ${share('server').toFixed(2)} %, database ${share('database').toFixed(2)} %`,
            peer: `${seconds} s`,
          },
          { value: share('server') + share('database'), unit: ' % of a core', atMost: 0.3 },
        ),
      ]
    } finally {
      await statements.close()
      await installation.stop()
    }
  },
}

interface Statements {
  reset(): Promise<void>
  /** Statements since the reset, the most frequent first. */
  read(): Promise<{ query: string; calls: number }[]>
  close(): Promise<void>
}

/** Counts the database's statements with pg_stat_statements. */
async function countStatements({ databaseUrl }: Installation): Promise<Statements> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create extension pg_stat_statements')
  return {
    reset: async () => void (await client.query('select pg_stat_statements_reset()')),
    read: async () => {
      const { rows } = await client.query<{ query: string; calls: number }>(
        `select left(query, 100) as query, calls::int from pg_stat_statements
         where query not like '%pg_stat_statements%' order by calls desc`,
      )
      return rows
    },
    close: () => client.end(),
  }
}
