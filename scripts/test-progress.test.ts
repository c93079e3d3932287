import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { STALL_MS } from '#server/testing/limits.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { Progress } from './test-progress.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a run says what runs and how many are left, until nothing ends anymore: then it fails, with a name', async () => {
  const report = join(await makeFolder(), 'report.json')
  vi.stubEnv('TEST_RUN', 'page tests')
  vi.stubEnv('REPORT_FILE', report)
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const shown = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.useFakeTimers()
  const progress = new Progress()
  progress.begin(3)
  progress.runs('one.test.ts')
  progress.runs('two.test.ts', 'a lock is released')
  progress.ends('one.test.ts')
  progress.count('passed')
  vi.advanceTimersByTime(STALL_MS - 1)
  expect(shown).toHaveBeenLastCalledWith('page tests: 1 of 3, now two.test.ts › a lock is released')
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  const failure = `page tests: nothing has ended for ${STALL_MS / 60_000} minutes`
  expect(JSON.parse(await readFile(report, 'utf8'))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [`${failure}\ntwo.test.ts › a lock is released`],
  })
})
