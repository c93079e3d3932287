import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { withClient } from '#server/db/with-client.ts'
import { startCommand } from '#server/testing/start-command.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
const ANALYZE = '/usr/bin/systemd-analyze'
const PSQL = '/usr/bin/psql'

const run = (url: string, sql: string): Promise<unknown> =>
  withClient({ url, name: 'deploy-test' }, (client) => client.query(sql))
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

test('the compose file has a place for backups and asks for the public address for sound', async () => {
  const compose = await read('docker/compose.yaml')
  const image = await read('docker/Dockerfile')
  const folder = /^ +BACKUP_DIR: \$\{BACKUP_DIR:-\$\{BACKUP_RECIPIENT:\+(.*)\}\}$/m.exec(
    compose,
  )?.[1]
  expect(compose).toMatch(new RegExp(`^ +- .*:${folder}$`, 'm'))
  // A new volume gets the owner of the image's folder.
  expect(/^RUN install -d -o node .*$/m.exec(image)?.[0].split(' ')).toContain(folder)
  expect(compose).toMatch(/^ +LIVE_ANNOUNCED_IPS: \$\{LIVE_ANNOUNCED_IPS\?.+\}$/m)
})

test.skipIf(!existsSync(PSQL))(
  'the compose file’s database has two roles, and its superuser no password (skipped without psql)',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'roles-'))
    const postgres = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
    onTestFinished(async () => {
      await postgres.stop()
      await rm(directory, { recursive: true })
    })
    const url = (user: string, password: string, database: string): string => {
      const { port } = new URL(postgres.url)
      return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
    }
    const { password, port } = new URL(postgres.url)
    const admin = url('folx', password, 'postgres')
    // The image of PostgreSQL makes these before it runs the script.
    await run(admin, 'drop database folx')
    await run(admin, `create role postgres superuser login password 'first'`)
    execFileSync('sh', [join(DEPLOY, 'docker/roles.sh')], {
      env: {
        PATH: process.env.PATH,
        PGHOST: '127.0.0.1',
        PGPORT: port,
        PGPASSWORD: 'first',
        FOLX_OWNER_PASSWORD: 'one',
        FOLX_APP_PASSWORD: 'two',
      },
      stdio: 'pipe',
    })
    await run(url('folx_owner', 'one', 'folx'), 'create table own_table ()')
    await expect(run(url('folx_app', 'two', 'folx'), 'create table no_table ()')).rejects.toThrow(
      'permission denied',
    )
    for (const guess of ['first', 'one', 'two']) {
      await expect(run(url('postgres', guess, 'folx'), 'select 1')).rejects.toThrow(
        'password authentication failed',
      )
    }
  },
)

test('the image is built from sources alone: no secret is sent to Docker, wherever it lies', async () => {
  const isSent = dockerIgnore(await read('docker/Dockerfile.dockerignore'))
  const tracked = execFileSync('git', ['ls-files'], { cwd: join(DEPLOY, '..'), encoding: 'utf8' })
  const sources = tracked
    .split('\n')
    .filter((path) => /^(content|contract|scripts|server|web|package)/.test(path))
  expect(sources.filter((path) => !isSent(path))).toEqual([])
  expect(['.npmrc', 'tsconfig.json', 'tsconfig.base.json', 'vite.config.ts'].every(isSent)).toBe(
    true,
  )
  const names = [
    '.env',
    '.env.local',
    'data/data.key',
    'data-demo/data.key',
    'data/postgres/password',
  ]
  const folders = ['', 'deploy/', 'deploy/docker/', 'server/', 'scripts/demo/', 'copy/']
  const secrets = folders.flatMap((folder) => names.map((name) => folder + name))
  const others = ['backup-key.txt', 'deploy/docker/certificate.pem', '.git/config', 'backups/a.age']
  expect([...secrets, ...others].filter(isSent)).toEqual([])
})

/** Which files Docker sends to a build, by the rules of its documentation: the last match decides. */
function dockerIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const glob = line.replace(/^!/, '').replaceAll('.', '\\.')
      const source = glob.replaceAll(/\*\*\/|\*/g, (stars) =>
        stars === '*' ? '[^/]*' : '(?:.*/)?',
      )
      // A rule for a folder applies to everything in it.
      return { pattern: new RegExp(`^${source}(?:/|$)`), isSent: line.startsWith('!') }
    })
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isSent ?? true
}

test('the image keeps every folder that the server reads', async () => {
  const removed = / rm -rf (.*)$/m.exec(await read('docker/Dockerfile'))?.[1]?.split(' ')
  expect(removed).toContain('web')
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
