import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONNECTION_TITLES } from '#contract/connections.ts'
import { configureAreas, readConnections } from '#server/connections.ts'
import { requireKnownMasterKey } from '#server/db/master-key-check.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { findNextKey, readMasterKeyFile } from '#server/master-key.ts'
import { StartError } from '#server/start-error.ts'
import {
  type Check,
  databaseCheck,
  failed,
  ok,
  type Site,
  skipped,
  type Verdict,
  warning,
} from './check.ts'

const GROUP_READ = 0o040
const OTHERS = 0o007
/** Where containers and systemd keep secrets, which they protect by other means. */
const GUARDED = /^\/run\//

export interface SecretFile {
  name: string
  mode: number
}

export function judgeFiles(files: readonly SecretFile[]): Verdict {
  const isOpenTo = (bits: number): string[] =>
    files.filter(({ mode }) => (mode & bits) !== 0).map(({ name }) => name)
  const [others, group] = [isOpenTo(OTHERS), isOpenTo(GROUP_READ)]
  const [open = [], who] = others.length > 0 ? [others, 'Every user'] : [group, 'The group']
  if (open.length === 0) return ok('Only the server’s user can read the files with secrets.')
  const advice = {
    finding: `${who} of this machine can read ${open.join(', ')}.`,
    meaning: 'The file contains keys or passwords. Anyone who reads it can open the site’s data.',
    action: `Run “chmod 600” on ${open.length === 1 ? 'it' : 'them'}.`,
  }
  return others.length > 0 ? failed(advice) : warning(advice)
}

/** `environment` is that of the server; values are only compared. */
export function judgeBackupKey(environment: Site['environment']): Verdict | undefined {
  const found = Object.entries(environment).find(
    ([name, value]) => name !== 'BACKUP_DRILL_KEY' && value?.trim().startsWith('AGE-SECRET-KEY-'),
  )
  if (!found) return undefined
  return failed({
    finding: `${found[0]} contains the secret half of the backup key.`,
    meaning: 'Anyone who breaks into the server can open all backups, even old ones.',
    action:
      'Remove it from the server and keep it elsewhere. Backups need only the public half (age1…).',
  })
}

async function secretFiles({ config, environment, probes }: Site): Promise<SecretFile[]> {
  const named = Object.entries(environment).flatMap(([name, path]): [string, string][] =>
    path && /^[A-Z0-9_]+_FILE$/.test(name) && isOurs(name) && !GUARDED.test(path)
      ? [[name, path]]
      : [],
  )
  const candidates: [string, string][] = [
    ['data.key', join(config.dataDir, 'data.key')],
    ['postgres/password', join(config.dataDir, 'postgres', 'password')],
    ['.env', '.env'],
    ...named,
  ]
  const files: SecretFile[] = []
  for (const [name, path] of candidates) {
    const mode = await probes.fileMode(path).catch(() => undefined)
    if (mode !== undefined) files.push({ name, mode })
  }
  return files
}

/** Whether the variable is one of ours that contains a secret. */
function isOurs(name: string): boolean {
  return /^(DATA_KEY|DATABASE_\w*URL|SMTP_URL|SMTP_PASSWORD|RESEND_\w+|STRIPE_\w+|S3_\w+|AI_API_KEY|SPEECH_API_KEY|LIVE\w*|DAILY_\w+|BACKUP_DRILL_KEY|BACKUP_S3_\w+|METRICS_TOKEN)_FILE$/.test(
    name,
  )
}

async function findSecretInEnvFile(): Promise<Record<string, string>> {
  const text = await readFile('.env', 'utf8').catch(() => '')
  return text.includes('AGE-SECRET-KEY-') && !/BACKUP_DRILL_KEY\s*=/.test(text)
    ? { '.env': 'AGE-SECRET-KEY-' }
    : {}
}

/** Plain values, and those in single quotes without another one, mean the same everywhere. */
const SAME_EVERYWHERE =
  /^([\w./:@%+,=~?&!*;()[\]{}<>|^-][\w./:@%+,=~?&!*;()[\]{}<>|^ -]*|'[^'\\]*')?$/

/**
 * Names the variables of `.env` whose value npm (Node), systemd and Docker read in different ways:
 * they don't agree about `#`, `$`, backslashes and double quotes.
 */
export function judgeEnvFile(text: string): Verdict {
  const unsafe = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? []
    return name !== undefined && !SAME_EVERYWHERE.test(value.trim()) ? [name] : []
  })
  if (unsafe.length === 0) return ok('Every program reads .env in the same way.')
  return warning({
    finding: `npm, systemd and Docker may read ${unsafe.join(', ')} in .env in different ways.`,
    meaning:
      'They treat #, $, backslashes and double quotes differently, so a command may use another value than the server.',
    action:
      'Put the value in single quotes. If it contains a single quote or a backslash, choose another one.',
  })
}

export const SECRET_CHECKS: readonly Check[] = [
  {
    name: 'env-file',
    title: 'Settings in .env',
    run: async () => judgeEnvFile(await readFile('.env', 'utf8').catch(() => '')),
  },
  {
    name: 'secret-files',
    title: 'Secrets',
    run: async (site) =>
      judgeBackupKey({ ...site.environment, ...(await findSecretInEnvFile()) }) ??
      judgeFiles(await secretFiles(site)),
  },
  databaseCheck({
    name: 'connections',
    title: 'Connections',
    run: async ({ config, db }) => {
      const { dataDir, dataKey } = config
      const keys = keysFrom(dataKey ?? (await readMasterKeyFile(dataDir)))
      const stored = await readConnections(db, keys)
      const areas = [...configureAreas(config, stored).problems.keys()]
      if (areas.length > 0) {
        return failed({
          finding: `What is stored on the page Connections can’t be used for: ${areas.map((area) => CONNECTION_TITLES[area]).join(', ')}.`,
          meaning: 'They work as if they weren’t connected.',
          action: 'Open the page Connections and enter them again.',
        })
      }
      return stored.size > 0
        ? ok('What is stored on the page Connections can be used.')
        : skipped('Nothing is set up on the page Connections.')
    },
  }),
  databaseCheck({
    name: 'master-key',
    title: 'Master key',
    run: async ({ config: { dataDir, dataKey }, db }) => {
      try {
        const next = dataKey ? undefined : await findNextKey(dataDir)
        if (next) {
          return failed({
            finding: 'A change of the master key was not finished.',
            meaning: 'The server can’t start again until it is.',
            action: 'Stop the server and run “npm run rotate-key” again.',
          })
        }
        await requireKnownMasterKey(db, [keysFrom(dataKey ?? (await readMasterKeyFile(dataDir)))])
        return ok('The master key belongs to this database.')
      } catch (error) {
        if (!(error instanceof StartError)) throw error
        return failed({
          finding: 'The master key is missing, damaged, or belongs to another database.',
          meaning: 'Private writing can’t be read, and the server can’t start again.',
          action:
            'Put back data.key, or DATA_KEY, as it was when the site last worked. Never make a new one.',
        })
      }
    },
  }),
]
