import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { NGINX } from './nginx.ts'

const NOBODY = 65_534
const PROGRAM = `
  import { mkdtemp, rm } from 'node:fs/promises'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { findFreePort } from ${JSON.stringify(new URL('free-port.ts', import.meta.url).href)}
  import { startNginx } from ${JSON.stringify(new URL('nginx.ts', import.meta.url).href)}
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const nginx = await startNginx({ folder, port: await findFreePort(), nodePorts: [1] })
  await nginx.stop()
  await rm(folder, { recursive: true })
  process.stdout.write('started')`

test.skipIf(!existsSync(NGINX))(
  'nginx starts for an ordinary user (skipped if nginx is not installed)',
  async () => {
    const isRoot = process.getuid?.() === 0
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM],
      // The tests' own folder for temporary files is private.
      isRoot ? { uid: NOBODY, gid: NOBODY, env: { ...process.env, TMPDIR: '/tmp' } } : {},
    )
    expect(stdout).toBe('started')
  },
)
