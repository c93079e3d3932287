/** `npm run bench`: measures the product against bare peers and prints a table. See `--help`. */
import { availableParallelism, loadavg } from 'node:os'
import { ensureWebBuild } from '../scripts/web-build.ts'
import { createBench } from './bench.ts'
import { GROUPS } from './groups.ts'
import { readOptions } from './options.ts'
import { describeProfiles } from './profile.ts'
import { printTable, type Row } from './table.ts'
import { openWorkspace } from './workspace.ts'

async function main(): Promise<void> {
  const options = readOptions(GROUPS.map(({ name }) => name))
  const chosen = GROUPS.filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  )
  const { profile } = options
  const workspace = await openWorkspace(profile)
  try {
    // Every server needs the pages, and only the start row measures their build.
    await ensureWebBuild()
    const bench = createBench(options, workspace)
    const rows: Row[] = []
    const machine = describeMachine()
    for (const group of chosen) rows.push(...(await group.measure(bench)))
    process.stdout.write(`${printTable(rows)}\n\n${machine}\n`)
  } catch (error) {
    // After an interruption, errors are expected.
    if (!workspace.signal.aborted) throw error
  } finally {
    await workspace.close()
  }
  if (profile !== undefined) process.stdout.write(`\n${await describeProfiles(profile)}`)
}

/** Describes the machine, because other load on it makes every ratio less certain. */
function describeMachine(): string {
  const busy = loadavg()[0]?.toFixed(1)
  return `${availableParallelism()} cores, load ${busy} before the run, Node ${process.versions.node}`
}

await main()
