import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'

/** Starts a stubborn child in its own session, and that child's child. */
const PROGRAM = `
  import { spawn } from 'node:child_process'
  import { leaveNothingBehind } from ${JSON.stringify(join(import.meta.dirname, 'leftovers.ts'))}
  leaveNothingBehind()
  process.once('SIGTERM', () => process.exit(143))
  const script = 'trap "" INT TERM QUIT; sleep 600 & echo $$ $! $TMPDIR; touch $TMPDIR/file; wait'
  spawn('sh', ['-c', script], { detached: true, stdio: 'inherit' })
  setInterval(() => {}, 1_000)
`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The program has no output.')
  for await (const line of createInterface({ input: stdout })) return line
  return ''
}

test.runIf(process.platform === 'linux')(
  'an interrupted run ends its processes, and theirs, and removes its temporary files',
  async () => {
    const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void run.kill('SIGKILL'))
    const [child, grandchild, folder = ''] = (await firstLine(run)).split(' ')
    const pids = [Number(child), Number(grandchild)]
    expect(pids.map(isRunning)).toEqual([true, true])
    const ended = once(run, 'exit')
    run.kill('SIGTERM')
    expect(await ended).toEqual([143, null])
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]))
    await expect(access(folder)).rejects.toThrow('ENOENT')
  },
)
