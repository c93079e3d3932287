import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from '#server/testing/start-command.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
const ANALYZE = '/usr/bin/systemd-analyze'

const read = (name: string): Promise<string> => readFile(join(DEPLOY, name), 'utf8')

test('every start command has the memory limits of npm start', async () => {
  const unitFile = await read('folx.service')
  const dockerfile = await read('docker/Dockerfile')
  const unit = /^ExecStart=(.*)$/m.exec(unitFile)?.[1]
  const image = /^CMD (.*)$/m.exec(dockerfile)?.[1]
  const { environment, flags } = startCommand()
  const command = [...flags, 'server/main.ts']
  expect(unit?.split(' ').slice(1)).toEqual(command)
  expect(JSON.parse(image ?? '[]')).toEqual(['node', ...command])
  const settings = Object.entries(environment).map((pair) => pair.join('='))
  expect(/^Environment=(.*)$/m.exec(unitFile)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(settings),
  )
  expect(/^ENV (NODE_ENV.*)$/m.exec(dockerfile)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(settings),
  )
})

test('the image keeps every folder that the server reads', async () => {
  const removed = / rm -rf (.*)$/m.exec(await read('docker/Dockerfile'))?.[1]?.split(' ')
  expect(removed).toContain('bench')
  for (const folder of ['content', 'contract', 'dist', 'scripts', 'server']) {
    expect(removed).not.toContain(folder)
  }
})

test('the systemd unit’s stop timeout is longer than the server needs', async () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(await read('folx.service'))?.[1])
  expect(seconds).toBeGreaterThan(20)
})

test.skipIf(!existsSync(ANALYZE))(
  'systemd rates the unit as secure (skipped if systemd is not installed)',
  () => {
    const path = join(DEPLOY, 'folx.service')
    const report = execFileSync(ANALYZE, ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    const level = Number(/exposure level for folx\.service: ([\d.]+)/.exec(report)?.[1])
    expect(level).toBeLessThanOrEqual(2)
  },
)
