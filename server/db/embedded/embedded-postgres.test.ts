import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#server/testing/free-port.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './cluster.ts'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0
const settings = { fsync: 'off', shared_buffers: '16MB' }

let home: string
/** One cluster that most tests start and stop; it must survive everything they do to it. */
let directory: string
/** Does not exist yet. */
let newDirectory: string
let cleanUps: (() => unknown)[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'folx-postgres-'))
  directory = join(home, 'postgres')
})

afterAll(() => removeFolder(home))

beforeEach(() => {
  newDirectory = join(home, randomUUID())
  cleanUps = [() => removeFolder(newDirectory)]
})

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ directory, settings, ...options })
  cleanUps.push(() => postgres.stop())
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmasterPid(cluster = join(directory, 'cluster')): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
}

/** Empty for a process that has ended. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return ps.then(({ stdout }) => stdout).catch(() => '')
}

/** Starts a server in a separate process and process group. `body` can use `postgres`. */
function startServer(
  body: string,
  where = directory,
): { server: ChildProcess; lines: AsyncIterableIterator<string> } {
  const module = new URL('./cluster.ts', import.meta.url).href
  const options = JSON.stringify({ directory: where, settings })
  const script = `
    import { startEmbeddedPostgres } from '${module}'
    const postgres = await startEmbeddedPostgres(${options})
    ${body}`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(() => server.kill('SIGKILL'))
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  return { server, lines }
}

test('the first start creates a UTF-8 database that only this machine can reach', async () => {
  const { url } = await start({ directory: newDirectory })
  expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', username: 'folx', pathname: '/folx' })
  const [row] = await query(
    url,
    `select current_user as "user", datlocprovider as provider, datlocale as locale,
      pg_encoding_to_char(encoding) as encoding, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, lower('ÄΩ') as lower,
      current_setting('unix_socket_directories') as sockets, current_setting('jit') as jit,
      current_setting('synchronous_commit') as commit, current_setting('timezone') as timezone
      from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    user: 'folx',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    checksums: 'on',
    addresses: '127.0.0.1',
    lower: 'äω',
    sockets: '',
    jit: 'off',
    commit: 'on',
    timezone: 'UTC',
  })
})

test('the database opens only with the password, which is in a private file', async () => {
  const { url } = await start()
  const { password } = new URL(url)
  expect(password.length).toBeGreaterThan(24)
  expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600)
  const wrong = url.replace(password, 'wrong')
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  const command = await commandLine(await postmasterPid())
  expect(command).toContain(directory)
  expect(command).not.toContain(password)
})

test('a clean stop ends sessions, and the next start has the data', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 1 as id')
  const session = new Client({ connectionString: first.url })
  const errors: Error[] = []
  session.on('error', (error) => errors.push(error))
  await session.connect()
  await Promise.all([first.stop(), first.stop()])
  expect(await first.exited).toMatchObject({ isRequested: true, code: 0, signal: null })
  await expect.poll(() => errors[0]).toMatchObject({ code: '57P01' })
  const second = await start()
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }])
})

test('settings of the caller override the defaults', async () => {
  const { url } = await start({ settings: { ...settings, jit: 'on', max_connections: '7' } })
  const rows = await query(
    url,
    `select current_setting('jit') j, current_setting('max_connections') m`,
  )
  expect(rows).toEqual([{ j: 'on', m: '7' }])
})

test('settings are durable unless the caller says otherwise', async () => {
  const { url } = await start({ directory: newDirectory, settings: {} })
  const rows = await query(
    url,
    `select current_setting('fsync') f, current_setting('full_page_writes') p`,
  )
  expect(rows).toEqual([{ f: 'on', p: 'on' }])
})

test('a tool beside the server finds the database only while it is running', async () => {
  expect(await findRunningPostgres(directory)).toBeUndefined()
  const postgres = await start()
  // PostgreSQL logs that it is ready a moment before it writes that to its pid file.
  await expect.poll(() => findRunningPostgres(directory)).toBe(postgres.url)
  await postgres.stop()
  expect(await findRunningPostgres(directory)).toBeUndefined()
})

test('a crash of the database is reported, and the next start has every committed row', async () => {
  const first = await start()
  await query(first.url, 'create table survivor as select generate_series(1, 1000) as id')
  process.kill(await postmasterPid(), 'SIGKILL')
  expect(await first.exited).toMatchObject({ isRequested: false, signal: 'SIGKILL' })
  expect(await findRunningPostgres(directory)).toBeUndefined()
  const second = await start()
  expect(await query(second.url, 'select count(*)::int as n from survivor')).toEqual([{ n: 1000 }])
})

test('a database that outlived its killed server is stopped and restarted', async () => {
  const { server, lines } = startServer('console.log(postgres.url)')
  const { value: url } = await lines.next()
  await query(url, 'create table orphan as select 1 as id')
  const orphan = await postmasterPid()
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await query(url, 'select id from orphan')).toEqual([{ id: 1 }])
  const next = await start()
  expect(await query(next.url, 'select id from orphan')).toEqual([{ id: 1 }])
  expect(await postmasterPid()).not.toBe(orphan)
  expect(await commandLine(orphan)).toBe('')
})

test('Ctrl-C reaches only the server, which can use the database while it shuts down', async () => {
  const { server, lines } = startServer(`
    const { Client } = await import('${import.meta.resolve('pg')}')
    process.on('SIGINT', async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      const client = new Client({ connectionString: postgres.url })
      await client.connect()
      console.log((await client.query('select 42 as answer')).rows[0].answer)
      await client.end()
      await postgres.stop()
      console.log((await postgres.exited).code)
    })
    console.log('ready')`)
  expect((await lines.next()).value).toBe('ready')
  process.kill(-Number(server.pid), 'SIGINT')
  expect((await lines.next()).value).toBe('42')
  expect((await lines.next()).value).toBe('0')
  expect(await once(server, 'exit')).toEqual([0, null])
})

test('a stale pid file with the process id of another database harms neither', async () => {
  const other = await start({ directory: newDirectory })
  const otherPid = await postmasterPid(join(newDirectory, 'cluster'))
  await (await start()).stop()
  const otherFile = await readFile(join(newDirectory, 'cluster', 'postmaster.pid'), 'utf8')
  await writeFile(join(directory, 'cluster', 'postmaster.pid'), otherFile)
  expect(await findRunningPostgres(directory)).toBeUndefined()
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await postmasterPid(join(newDirectory, 'cluster'))).toBe(otherPid)
})

test('a first start that is killed halfway does not break the next one', async () => {
  const { server } = startServer('', newDirectory)
  const draftFiles = async (): Promise<string[]> => {
    const names = await readdir(newDirectory, { recursive: true }).catch(() => [])
    return names.filter((name) => name.startsWith('new-') && name.includes('PG_VERSION'))
  }
  await expect.poll(draftFiles, { interval: 5 }).not.toHaveLength(0)
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await readdir(newDirectory)).not.toContain('cluster')
  const first = await start({ directory: newDirectory })
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
  await start({ directory: newDirectory })
  expect((await readdir(newDirectory)).sort()).toEqual(['cluster', 'password'])
})

test('another port is used if the first is taken', async () => {
  const first = await start()
  const takenPort = Number(new URL(first.url).port)
  const proposed: number[] = []
  const second = await start({
    directory: newDirectory,
    findPort: async () => {
      const port = proposed.length === 0 ? takenPort : await findFreePort()
      proposed.push(port)
      return port
    },
  })
  expect(proposed.length).toBeGreaterThan(1)
  expect(Number(new URL(second.url).port)).toBe(proposed.at(-1))
})

test('a cluster of another major version is refused and left unchanged', async () => {
  await mkdir(join(newDirectory, 'cluster'), { recursive: true })
  await writeFile(join(newDirectory, 'cluster', 'PG_VERSION'), '17\n')
  const { mode, uid, mtimeMs, ctimeMs } = await stat(newDirectory)
  await expect(start({ directory: newDirectory })).rejects.toThrow(
    /made by PostgreSQL 17, and this release of Folx has PostgreSQL 18/,
  )
  expect(await readdir(newDirectory, { recursive: true })).toEqual([
    'cluster',
    'cluster/PG_VERSION',
  ])
  expect(await stat(newDirectory)).toMatchObject({ mode, uid, mtimeMs, ctimeMs })
})

test('the error for a database that cannot start says why', async () => {
  await expect(start({ settings: { ...settings, shared_buffers: 'plenty' } })).rejects.toThrow(
    /did not start.*\n.*invalid value for parameter "shared_buffers": "plenty"/,
  )
})

test('the log shows errors without statements and values', async () => {
  const lines: string[] = []
  const { url } = await start({ onLine: (line) => lines.push(line) })
  await query(url, 'create table member (email text primary key)')
  const insert = `insert into member values ('anna@example.org')`
  await query(url, insert)
  await expect(query(url, insert)).rejects.toMatchObject({ code: '23505' })
  await expect.poll(() => lines.join('\n')).toContain('member_pkey')
  expect(lines.join('\n')).not.toContain('anna')
})

test.runIf(isLinuxRoot)(
  'under root, the database runs as another user without privileges',
  async () => {
    await start()
    const status = await readFile(`/proc/${await postmasterPid()}/status`, 'utf8')
    const { uid } = await stat(join(directory, 'cluster'))
    expect(uid).not.toBe(0)
    expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'))
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect((await stat(home)).mode & 0o777).toBe(0o710)
  },
)

test.runIf(isLinuxRoot)(
  'under root, data below a private folder works with one capability',
  async () => {
    const inside = join(newDirectory, 'data', 'postgres')
    await mkdir(join(newDirectory, 'data'), { recursive: true })
    await chmod(newDirectory, 0o700)
    const first = await start({ directory: inside })
    const pid = await postmasterPid(join(inside, 'cluster'))
    const dacReadSearchOrOverride = /^CapEff:\t0{15}[42]$/m
    expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(dacReadSearchOrOverride)
    await query(first.url, 'create table closed as select 1 as id')
    await first.stop()
    const second = await start({ directory: inside })
    expect(await query(second.url, 'select id from closed')).toEqual([{ id: 1 }])
    expect((await stat(newDirectory)).mode & 0o777).toBe(0o700)
  },
)

test('a backup that was copied back starts even if others may read it', async () => {
  const first = await start()
  await query(first.url, 'create table copied as select 1 as id')
  await first.stop()
  await cp(directory, newDirectory, { recursive: true })
  await chmod(join(newDirectory, 'cluster'), 0o755)
  const restored = await start({ directory: newDirectory })
  expect(await query(restored.url, 'select id from copied')).toEqual([{ id: 1 }])
})
