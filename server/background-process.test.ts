import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInBackground } from './background-process.ts'

test('a background program has a low priority, even where sessions share the CPU', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folx-background-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'waits.mjs')
  await writeFile(program, 'setInterval(() => {}, 1_000)')
  const exitListeners = process.listenerCount('exit')
  const child = startInBackground(program)
  const gone = once(child, 'exit')
  const pid = child.pid ?? 0
  try {
    expect(getPriority(pid)).toBe(10)
    const autogroup = (id: number | 'self'): Promise<string> =>
      readFile(`/proc/${id}/autogroup`, 'utf8').catch(() => '')
    const [group, own] = [await autogroup(pid), await autogroup('self')]
    if (own) {
      expect(group).toMatch(/ nice 5$/m)
      // It isn't the autogroup of this process.
      expect(group.split(' ')[0]).not.toBe(own.split(' ')[0])
    }
  } finally {
    child.kill('SIGTERM')
    await gone
  }
  expect(process.listenerCount('exit')).toBe(exitListeners)
})
