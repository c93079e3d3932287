import { onTestFinished, test } from 'vitest'
import { createBench } from './bench.ts'
import { expectRows } from './expect-rows.ts'
import { liveRows } from './live-rows.ts'
import { TINY } from './options.ts'
import { openWorkspace } from './workspace.ts'

test('the live rows of the benchmark run through', async () => {
  const workspace = await openWorkspace()
  onTestFinished(() => workspace.close())
  expectRows(await liveRows.measure(createBench({ ...TINY, only: [] }, workspace)))
})
