import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureWebBuild } from '../scripts/web-build.ts'
import { type Bench, createBench } from './bench.ts'
import { GROUPS } from './groups.ts'
import { TINY } from './options.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

let workspace: Workspace
let bench: Bench

beforeAll(async () => {
  await ensureWebBuild()
  workspace = await openWorkspace()
  const own = createBench({ ...TINY, only: [] }, workspace)
  bench = {
    ...own,
    // The figures do not matter, so one server does for all rows that need nothing special.
    install: async (stories, extras) =>
      extras ? own.install(stories, extras) : { ...(await own.community()), stop: async () => {} },
  }
})

afterAll(() => workspace.close())

test.each(GROUPS)(
  'the $name rows of the benchmark run through, at no multiple of their cost',
  async ({ measure }) => {
    const rows = await measure(bench)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(JSON.stringify(row)).not.toMatch(/NaN|Infinity|undefined/)
      if (row.cpuGuard) expect(row.cpuRatio, row.name).toBeLessThan(row.cpuGuard)
    }
  },
)
