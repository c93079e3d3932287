import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './db/embedded/cluster.ts'
import { requireReachable } from './db/prepare.ts'
import { listenError } from './http/listen-error.ts'
import { hasEnded, untilHealthy } from './testing/child-process.ts'
import { COMPILE_CACHE } from './testing/compile-cache.ts'
import { findFreePort } from './testing/free-port.ts'
import { listenLocally } from './testing/local-server.ts'
import { makeFolder } from './testing/make-folder.ts'

const ROOT = join(import.meta.dirname, '..')

/** Starts a server that can't start, and returns what it tells the operator. */
async function failedStart(
  environment: Record<string, string>,
  { program = 'server/main.ts', cwd = ROOT } = {},
): Promise<string> {
  const { PATH } = process.env
  const env = { PATH, ...COMPILE_CACHE, LOG_LEVEL: 'warn', ...environment }
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [join(ROOT, program)], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    )
  })
  expect(ended).toMatchObject({ code: 1, output: expect.not.stringMatching(/^ +at /m) })
  return ended.output.trim()
}

test('a port that is in use and an address of another machine are explained', async () => {
  const DATA_DIR = await makeFolder()
  const other = createServer()
  onTestFinished(() => void other.close())
  const PORT = String(await listenLocally(other))
  expect(await failedStart({ DATA_DIR, PORT })).toBe(
    `Port ${PORT} is already in use on 127.0.0.1. Stop the program that uses it, or set PORT to another port.`,
  )
  expect(await listenElsewhere('192.0.2.1')).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('192.0.2.1 is not an address of this machine.'),
  })
  expect(await listenElsewhere('nowhere.invalid')).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('HOST must be an address of this machine'),
  })
})

/** The error for an address that a server can't listen on. A start reports it like a port in use. */
async function listenElsewhere(host: string): Promise<unknown> {
  const port = await findFreePort()
  const server = createServer().listen({ host, port })
  const [error] = await once(server, 'error')
  return listenError(error, { host, port })
}

test('a port that this user may not listen on is explained', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(listenError(error, { host: '0.0.0.0', port: 80 })).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^This user may not listen on port 80\. Set PORT to 1024/),
  })
  const unknown = new Error('another')
  expect(listenError(unknown, { host: '0.0.0.0', port: 80 })).toBe(unknown)
})

test('a database that does not let the server in is explained without its address', async () => {
  const postgres = await startEmbeddedPostgres({
    directory: await makeFolder(),
    settings: { fsync: 'off', shared_buffers: '16MB' },
  })
  onTestFinished(() => postgres.stop())
  const DATA_DIR = await makeFolder()
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(postgres.url)
    change(url)
    return url.href
  }
  const closed = await findFreePort()
  const given = 'The database in DATABASE_URL cannot be used: '
  const DATABASE_URL = changed((url) => {
    url.port = String(closed)
  })
  expect(await failedStart({ DATA_DIR, DATABASE_URL })).toBe(
    `${given}Nothing listens at its address. Start PostgreSQL, or correct the address. (ECONNREFUSED)`,
  )
  const problem = async (change: (url: URL) => void): Promise<string> => {
    const url = changed(change)
    const error = await requireReachable({ url, ownerUrl: url }).catch((reason: Error) => reason)
    return error?.message ?? ''
  }
  const problems = [
    await problem((url) => {
      url.password = 'wrong'
    }),
    await problem((url) => {
      url.password = ''
    }),
    await problem((url) => {
      url.pathname = '/other'
    }),
    await problem((url) => {
      url.hostname = 'nowhere.invalid'
    }),
    await problem((url) => {
      url.search = '?sslmode=verify-full'
    }),
  ]
  expect(problems).toEqual([
    `${given}It refuses the user name or the password. Correct them. (28P01)`,
    `${given}It wants a password. Add it to the address.`,
    `${given}It has no database of that name. Create it, or correct the name. (3D000)`,
    expect.stringMatching(`^${given}Its host name (is unknown|cannot be looked up)`),
    `${given}It offers no encryption. Turn on ssl there, or remove sslmode.`,
  ])
  const owner = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.url.replace('folx:', 'no:'),
  }
  expect(await failedStart({ DATA_DIR, ...owner })).toContain('The database in DATABASE_OWNER_URL')
})

test('files that cannot be used are explained', async () => {
  const DATA_DIR = await makeFolder()
  const missing = { DATA_DIR, DATA_KEY_FILE: join(DATA_DIR, 'missing') }
  expect(await failedStart(missing)).toContain('DATA_KEY_FILE names a file that cannot be read')
  await writeFile(join(DATA_DIR, 'tmp'), '')
  expect(await failedStart({ DATA_DIR })).toContain('A file or folder cannot be used')
  const withFolder = await makeFolder()
  await mkdir(join(withFolder, 'data.key'))
  expect(await failedStart({ DATA_DIR: withFolder })).toContain(
    `The key file ${join(withFolder, 'data.key')} cannot be read`,
  )
})

test('a byte order mark costs no variable, and a misnamed variable is reported', async () => {
  const cwd = await makeFolder()
  await writeFile(
    join(cwd, '.env'),
    '\uFEFFPORT=none\r\nPUBLIC_ULR=https://folx.example\r\nTZ=UTC\r\n',
  )
  const npmStart = { program: 'scripts/start.ts', cwd }
  expect((await failedStart({}, npmStart)).split('\n\n')).toEqual([
    '.env sets PUBLIC_ULR, which Folx does not read. Did you mean PUBLIC_URL?',
    'Configuration: PORT must be a number from 0 to 65535.',
  ])
  await writeFile(join(cwd, '.env'), Buffer.from('\uFEFFPORT=none\r\n', 'utf16le'))
  expect(await failedStart({}, npmStart)).toContain('It must be a text file in UTF-8')
})

/** Starts a server, which makes a site in the folder or opens the one there, and stops it. */
async function startOnce(DATA_DIR: string): Promise<void> {
  const PORT = String(await findFreePort())
  const env = { PATH: process.env.PATH, ...COMPILE_CACHE, LOG_LEVEL: 'warn', DATA_DIR, PORT }
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env, stdio: 'ignore' })
  await untilHealthy(`http://localhost:${PORT}`, server, { output: () => '' })
  server.kill('SIGINT')
  if (!hasEnded(server)) await once(server, 'exit')
}

test('a start makes nothing beside what is left of a site', async () => {
  const without = async (part: string): Promise<string> => {
    const DATA_DIR = await makeFolder()
    await cp(site, DATA_DIR, { recursive: true })
    await rm(join(DATA_DIR, part), { recursive: true })
    const before = await readdir(DATA_DIR)
    const output = await failedStart({ DATA_DIR, PORT: '0' })
    const made = (await readdir(DATA_DIR)).filter((name) => !before.includes(name))
    expect(made.filter((name) => !name.startsWith('server.') && name !== 'tmp')).toEqual([])
    return output.replaceAll(DATA_DIR, '…')
  }
  const site = await makeFolder()
  await startOnce(site)
  expect(await without('data.key')).toMatch(/^The master key …\/data\.key is missing/)
  expect(await without('postgres')).toMatch(/^The database …\/postgres is missing/)
  await writeFile(join(site, 'files', 'kept.txt'), '')
  await rm(join(site, 'data.key'))
  expect(await without('postgres')).toMatch(
    /^The database …\/postgres is missing, but …\/files is here/,
  )
})

test('a first start that was cut off before it made a key is finished', async () => {
  const site = await makeFolder()
  const postgres = await startEmbeddedPostgres({ directory: join(site, 'postgres') })
  await postgres.stop()
  await startOnce(site)
  expect(await readdir(site)).toContain('data.key')
})
