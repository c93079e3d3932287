import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/start-error.ts'

interface User {
  uid: number
  gid: number
}

/** How PostgreSQL programs are started on this machine. */
export interface Launcher {
  /** The user they run as, if not the user of this process. */
  user: User | undefined
  /** A command line that the actual command is appended to. */
  prefix: string[]
}

/**
 * The environment of the programs. It contains no secrets of the application, and sets a fixed
 * language because `cluster.ts` parses their messages.
 */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * PostgreSQL refuses to run as root. If this process is root, the programs run as the owner of
 * `directory`; a directory owned by root is given to the user `postgres`, or else `nobody`.
 *
 * Throws an Error with a sentence for the operator if that user cannot reach `program` or
 * `directory`.
 */
export async function chooseLauncher(directory: string, program: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { user: undefined, prefix: [] }
  const user = await giveToUser(directory)
  const plain = { user, prefix: [] }
  if (await canReach(plain, [program, directory])) return plain
  const capable = { user: undefined, prefix: await commandKeepingCapability(user) }
  if (capable.prefix.length > 0 && (await canReach(capable, [program, directory]))) return capable
  throw new StartError(
    `PostgreSQL does not run as root, and user ${user.uid}, which runs it instead, cannot reach ${program} or ${directory}. ` +
      'Install setpriv (package util-linux), move Folx to a folder that every user can enter, start it as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Starts a PostgreSQL program. */
export function launch(
  launcher: Launcher,
  command: [program: string, ...args: string[]],
  stdio: StdioOptions,
): ChildProcess {
  const [program = '', ...args] = [...launcher.prefix, ...command]
  // In its own session: Ctrl-C in a terminal signals the server's whole process group, and the
  // database has to run until the server has shut down cleanly.
  const options = { stdio, detached: true, cwd: '/', env: environment }
  return spawn(program, args, { ...options, ...launcher.user })
}

async function giveToUser(directory: string): Promise<User> {
  const owner = await stat(directory)
  const user = owner.uid === 0 ? await findUser() : { uid: owner.uid, gid: owner.gid }
  if (owner.uid === 0) await chownTree(directory, user)
  await letGroupPass(dirname(directory), user)
  return user
}

async function findUser(): Promise<User> {
  const id = promisify(execFile)
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([id('id', ['-u', name]), id('id', ['-g', name])]).catch(() => [])
    const [uid, gid] = ids.map((answer) => Number(answer.stdout))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody to run it. Start Folx as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Changes the owner of every file: if root copied a restored backup, they all belong to root. */
export async function chownTree(directory: string, user: User): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true })) {
    await lchown(join(directory, entry), user.uid, user.gid)
  }
  await chown(directory, user.uid, user.gid)
}

/** Lets the user pass through the data folder, which stays private and owned by root. */
async function letGroupPass(folder: string, user: User): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== 0 || (mode & 0o001) !== 0) return
  await chown(folder, uid, user.gid)
  await chmod(folder, (mode & 0o7777) | 0o010)
}

async function canReach(launcher: Launcher, paths: string[]): Promise<boolean> {
  const script = 'for path; do test -x "$path" || exit 1; done'
  const probe = launch(launcher, ['/bin/sh', '-c', script, 'sh', ...paths], 'ignore')
  return new Promise((resolve) => {
    probe.on('error', () => resolve(false))
    probe.on('exit', (code) => resolve(code === 0))
  })
}

/**
 * Below a private folder such as /root the other user needs one capability to pass through.
 * `no_setuid_fixup` makes access(2), with which PostgreSQL looks for its own program, respect it.
 * Containers often withhold the narrow capability and grant the wider one. Empty if neither is
 * available.
 */
async function commandKeepingCapability(user: User): Promise<string[]> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const capabilities = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  const bits = { dac_read_search: 2n, dac_override: 1n }
  const name = Object.entries(bits).find(([, bit]) => (capabilities >> bit) & 1n)?.[0]
  if (name === undefined) return []
  return [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=+${name}`,
    `--ambient-caps=+${name}`,
    '--securebits=+no_setuid_fixup',
  ]
}
