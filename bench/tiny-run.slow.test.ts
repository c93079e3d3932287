import { afterAll, beforeAll, test } from 'vitest'
import { ensureWebBuild } from '../scripts/web-build.ts'
import { type Bench, createBench } from './bench.ts'
import { expectRows } from './expect-rows.ts'
import { GROUPS } from './groups.ts'
import { liveRows } from './live-rows.ts'
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

// The live rows send sound in real time, so they have a file of their own.
test.each(GROUPS.filter((group) => group !== liveRows))(
  'the $name rows of the benchmark run through, at no multiple of their cost',
  async ({ measure }) => expectRows(await measure(bench)),
)
