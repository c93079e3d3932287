import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { stopLeftoverPostgres } from '#server/db/embedded/cluster.ts'
import { clusterPath } from '#server/db/embedded/initialize.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { lockFile } from '#server/file-lock.ts'
import { exists } from '#server/local-files.ts'
import { hasEnded } from '#server/testing/child-process.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { listenLocally } from '#server/testing/local-server.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { linkTree } from '#server/upgrade/link-tree.ts'
import { ensureWebBuild } from './web-build.ts'

const ROOT = join(import.meta.dirname, '..')
/** How many starts are stopped at random moments; set by `STOP_POINTS`. */
const RANDOM_STOPS = Number(process.env.STOP_POINTS ?? 2)

/** A program that starts a site, and what it has done so far. */
interface Start {
  child: ChildProcess
  dataDir: string
  /** In milliseconds, like the times of files. */
  begunAt: number
  /** Everything it printed. */
  output(): string
}

interface Command {
  words: string[]
  root?: string
  variables?: Record<string, string>
}

const SIGNALED = 'It got a signal.'
/**
 * Makes a program say when it begins to obey signals, which until then end it like any program, and
 * when it gets one.
 */
const WATCH = `let isWatched = false
process.on('newListener', (event) => {
  if (isWatched || event !== 'SIGTERM') return
  isWatched = true
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.on(name, () => process.stderr.write('${SIGNALED}\\n'))
  }
  process.stderr.write('It obeys signals.\\n')
})`
const SERVER: Command = {
  words: [
    process.execPath,
    '--import',
    `data:text/javascript,${encodeURIComponent(WATCH)}`,
    'server/main.ts',
  ],
}
const NPM_START: Command = { words: ['npm', 'start'] }
const NPM_DEMO: Command = { words: ['npm', 'run', 'demo'] }
const NPM_DEV: Command = { words: ['npm', 'run', 'dev'] }

async function begin(
  { words, root = ROOT, variables = {} }: Command,
  dataDir: string,
): Promise<Start> {
  const [program = '', ...args] = words
  const { PATH, HOME } = process.env
  const environment = { PATH, HOME, DATA_DIR: dataDir, DEMO_DATA_DIR: dataDir, ...COMPILE_CACHE }
  const begunAt = Date.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment, ...variables, PORT: String(await findFreePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, like a command in a terminal.
    detached: true,
  })
  onTestFinished(async () => {
    if (!hasEnded(child)) process.kill(-(child.pid ?? 0), 'SIGKILL')
    await stopLeftoverPostgres(join(dataDir, 'postgres'))
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, dataDir, begunAt, output: () => output }
}

type Signal = (start: Start) => void
const sigterm: Signal = ({ child }) => void child.kill('SIGTERM')
const sigint: Signal = ({ child }) => void child.kill('SIGINT')
const twice: Signal = (start) => {
  sigterm(start)
  sigint(start)
}
/** Like Ctrl-C in a terminal. */
const toGroup: Signal = ({ child }) => void process.kill(-(child.pid ?? 0), 'SIGINT')
const toGroupTwice: Signal = (start) => {
  toGroup(start)
  process.kill(-(start.child.pid ?? 0), 'SIGTERM')
}

type Moment = (start: Start) => Promise<boolean>
const printed =
  (text: string): Moment =>
  async ({ output }) =>
    output().includes(text)
/** Whether this start has made or changed a file. `name` is the beginning of the file's name. */
const made =
  (folder: string, name: string): Moment =>
  async ({ dataDir, begunAt }) => {
    for (const each of await readdir(join(dataDir, folder)).catch(() => [])) {
      if (!each.startsWith(name)) continue
      const found = await stat(join(dataDir, folder, each)).catch(() => undefined)
      if (found && found.ctimeMs > begunAt) return true
    }
    return false
  }
const loading = printed('It obeys signals')

/**
 * Stops a start at a moment, and checks that it ends with `expectedCode`, that it keeps the folder locked until
 * its database has ended, and that no process is left. Returns how long it took, in milliseconds.
 */
async function stopAt(
  start: Start,
  moment: Moment,
  signal: Signal,
  expectedCode = 0,
): Promise<number> {
  const { child, dataDir, output } = start
  while (!(await moment(start))) {
    expect(hasEnded(child), output()).toBe(false)
    await wait(5)
  }
  const isLocked = await exists(join(dataDir, 'server.pid'))
  const exited = once(child, 'exit')
  const from = performance.now()
  signal(start)
  if (isLocked) await untilUnlocked(dataDir)
  const [code] = await exited
  const took = performance.now() - from
  expect(code, output()).toBe(expectedCode)
  expect(output().split(SIGNALED).slice(1).join()).not.toContain('Folx is ready')
  expect(output()).not.toMatch(/^ +at |"level":[56]0|57P01/m)
  // Processes that end with the server may take a moment longer than it.
  await expect.poll(() => processesOf(dataDir)).toEqual([])
  return took
}

/** Waits until the folder is unlocked; no database may run in it then. */
async function untilUnlocked(dataDir: string): Promise<void> {
  for (;;) {
    using lock = lockFile(join(dataDir, 'server.lock'))
    if (lock) {
      expect(await findPostmaster(clusterPath(join(dataDir, 'postgres')))).toBe(undefined)
      expect((await processesOf(dataDir)).filter((line) => /initdb|postgres/.test(line))).toEqual(
        [],
      )
      return
    }
    await wait(2)
  }
}

/** Command lines of all processes that belong to a site (where the system has `/proc`). */
async function processesOf(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue
    const [command, environment] = await Promise.all(
      ['cmdline', 'environ'].map((name) =>
        readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
      ),
    )
    // A zombie has neither.
    if (command?.includes(dataDir) || environment?.includes(dataDir)) found.push(command ?? '')
  }
  return found
}

/** The site starts, answers, and stops like any other. */
async function startsCleanly(command: Command, dataDir: string): Promise<void> {
  const start = await begin(command, dataDir)
  await stopAt(start, printed('Folx is ready'), sigterm)
}

beforeAll(() => ensureWebBuild())

test('a signal at any moment of the first start or a later one stops it', async () => {
  const dataDir = await makeFolder()
  const site = join(dataDir, 'site')
  const took: Record<string, number> = {}
  const stopStart = async (name: string, moment: Moment, signal: Signal): Promise<void> => {
    took[name] = Math.round(await stopAt(await begin(SERVER, site), moment, signal))
  }
  await stopStart('loading', loading, sigterm)
  await stopStart('locked', made('', 'server.pid'), sigint)
  await stopStart('initdb', made('postgres', 'new-'), sigterm)
  await stopStart('database created', made('postgres', 'cluster'), twice)
  await stopStart('database starting', made('postgres/cluster', 'postmaster.pid'), sigterm)
  await stopStart('files', made('', 'files'), twice)
  await stopStart('job queue', printed('questions were added'), sigint)
  await stopStart('listening', printed('Server listening'), sigterm)
  await stopStart('administrator', printed('There is no administrator'), twice)
  const from = performance.now()
  await startsCleanly(SERVER, site)
  const duration = performance.now() - from
  for (let each = 0; each < RANDOM_STOPS; each += 1) {
    const ms = Math.round(Math.random() * duration)
    const later: Moment = async (start) => (await loading(start)) && wait(ms, true)
    await stopStart(`${ms} ms after loading`, later, sigterm)
  }
  await startsCleanly(SERVER, site)
  console.log('Stopping took, in ms:', took)
})

test('a start that waits for a silent database is cut off', async () => {
  let calls = 0
  const silent = createServer(() => {
    calls += 1
  })
  onTestFinished(() => void silent.close())
  const DATABASE_URL = `postgresql://folx@127.0.0.1:${await listenLocally(silent)}/folx`
  const start = await begin({ ...SERVER, variables: { DATABASE_URL } }, await makeFolder())
  await stopAt(start, async () => calls > 0, sigterm)
  expect(start.output()).not.toContain('cannot be used')
})

test('npm start stops on a signal to npm alone or to its process group', async () => {
  const site = join(await makeFolder(), 'site')
  await stopAt(await begin(NPM_START, site), made('postgres', 'new-'), sigterm)
  await stopAt(await begin(NPM_START, site), made('postgres/cluster', 'postmaster.pid'), toGroup)
  await stopAt(await begin(NPM_START, site), made('', 'files'), toGroupTwice)
  await startsCleanly(NPM_START, site)
})

test('a signal ends the build of the web app, too, and the next start builds it again', async () => {
  const root = await copyWithoutBuild()
  const site = join(await makeFolder(), 'site')
  const building = printed('Building the web app')
  const isBuilding: Moment = async (start) =>
    (await building(start)) && (await processesOf(site)).some((line) => /build-web/.test(line))
  for (const signal of [sigterm, toGroup]) {
    await stopAt(await begin({ ...NPM_START, root }, site), isBuilding, signal)
    expect(await exists(join(root, 'dist/web/.sources'))).toBe(false)
    expect(await exists(site)).toBe(false)
  }
})

test('a signal stops the database that a command has started for itself', async () => {
  const site = join(await makeFolder(), 'site')
  await startsCleanly(SERVER, site)
  const started = made('postgres/cluster', 'postmaster.pid')
  for (const [words, signal] of [
    [['make-admin.ts', 'nobody'], toGroup],
    [['reset-factors.ts', 'nobody'], sigterm],
    [['rotate-key.ts'], toGroup],
    [['doctor.ts'], twice],
  ] as const) {
    const [name, ...rest] = words
    const start = await begin({ words: [process.execPath, `scripts/${name}`, ...rest] }, site)
    await stopAt(start, started, signal, 130)
    expect(start.output()).toBe('Stopped.\n')
  }
})

test('npm run dev stops the server while that starts', async () => {
  const site = join(await makeFolder(), 'site')
  await stopAt(await begin(NPM_DEV, site), made('', 'server.pid'), sigterm)
  await stopAt(await begin(NPM_DEV, site), made('postgres', 'new-'), toGroup)
})

test('the demo stops while its community is made, and the next start makes all of it', async () => {
  const site = join(await makeFolder(), 'site')
  await stopAt(await begin(NPM_DEMO, site), made('postgres', 'new-'), sigterm)
  await stopAt(await begin(NPM_DEMO, site), printed('Filling the demo'), toGroup)
  const hasFiles: Moment = async (start) =>
    (await printed('Filling the demo')(start)) && (await made('files', '')(start))
  await stopAt(await begin(NPM_DEMO, site), hasFiles, twice)
  expect(await exists(join(site, 'filling'))).toBe(true)
  const whole = await begin(NPM_DEMO, site)
  await stopAt(whole, printed('Folx is ready'), sigterm)
  expect(whole.output()).toContain('Filling the demo')
  expect(await exists(join(site, 'filling'))).toBe(false)
})

/** A copy of this release in which the web app is not built yet. */
async function copyWithoutBuild(): Promise<string> {
  const root = await makeFolder()
  for (const folder of ['contract', 'server', 'scripts', 'web']) {
    await linkTree(join(ROOT, folder), join(root, folder))
  }
  const files = (await readdir(ROOT)).filter((name) => /^\w.*\.(json|ts)$/.test(name))
  for (const name of files) await cp(join(ROOT, name), join(root, name))
  await mkdir(join(root, 'dist'))
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}
