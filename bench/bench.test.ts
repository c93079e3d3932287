import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureWebBuild } from '../scripts/web-build.ts'
import { type Bench, createBench } from './bench.ts'
import { GROUPS } from './groups.ts'
import { TINY } from './options.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
let bench: Bench

beforeAll(async () => {
  await ensureWebBuild()
  workshop = await openWorkshop()
  const own = createBench({ ...TINY, only: [] }, workshop)
  bench = {
    ...own,
    // The figures do not matter, so one server does for all rows that need nothing special.
    install: async (stories, extras) =>
      extras ? own.install(stories, extras) : { ...(await own.community()), stop: async () => {} },
  }
})

afterAll(() => workshop.close())

test.each(GROUPS)('the $name rows of the benchmark run through', async ({ measure }) => {
  const rows = await measure(bench)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/NaN|Infinity|undefined/)
})
