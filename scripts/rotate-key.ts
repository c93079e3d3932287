/**
 * `npm run rotate-key`: replaces the master key while the server is stopped. docs/operations.md says
 * when.
 */
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { createFiles } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { requireKnownMasterKey } from '#server/db/master-key-check.ts'
import { prepareDatabase, requireUpgraded } from '#server/db/prepare.ts'
import { countRunningServers } from '#server/db/running-servers.ts'
import { keysFrom } from '#server/domain/keys.ts'
import {
  adoptMasterKey,
  countLostKeys,
  type KeyStorage,
  type Rotation,
  rotateMasterKey,
} from '#server/features/private-text/rotation.ts'
import {
  findNextKey,
  installNextKey,
  prepareNextKey,
  readMasterKeyFile,
} from '#server/master-key.ts'
import { StartError } from '#server/start-error.ts'
import { readCommandLine, runCommand } from './command-line.ts'
import { openDatabase } from './database-url.ts'

/** Where the two master keys come from and how the new one is installed. */
interface KeyPlaces {
  current: Buffer
  /** Undefined if there is none yet. */
  findNext(): Promise<Buffer | undefined>
  prepareNext(): Promise<Buffer>
  /** Installs the next key, unless the operator must do that. Returns the sentence for the operator. */
  install(): Promise<string>
}

const HELP = `npm run rotate-key [-- --forget-lost]
npm run rotate-key -- --restored

Replaces the master key. Stop every server first. With DATA_KEY, set NEW_DATA_KEY to the new key.
Members' keys are wrapped again; no text is touched. Run it again after a failure.

  --forget-lost  gives up members' keys that are missing from the file store: text sealed with them
                 stays unreadable for good
  --restored     registers the present key in a database from before the last change

Ends with 0 when it is done, 1 when it failed, 2 when the call is wrong.`

const { values: options } = readCommandLine({
  help: HELP,
  options: { 'forget-lost': { type: 'boolean' }, restored: { type: 'boolean' } },
})

await runCommand(async () => {
  const config = readConfig(process.env)
  if (options.restored) await adoptPresentKey(config)
  else await replaceKey(config)
})

async function replaceKey(config: Config): Promise<void> {
  const places = config.dataKey
    ? keysOfEnvironment(config.dataKey, readNewKey())
    : await keysOfFolder(config.dataDir)
  const forgetsLost = options['forget-lost'] ?? false
  const rotation = await withStoppedServer(config, (storage) =>
    rotate(storage, { places, forgetsLost }),
  )
  console.log(`${rotation.wrapped} members' keys are wrapped by the new master key.`)
  if (rotation.forgotten > 0) console.log(`${rotation.forgotten} lost keys are given up.`)
  console.log(await places.install())
}

async function adoptPresentKey(config: Config): Promise<void> {
  const present = keysFrom(config.dataKey ?? (await readMasterKeyFile(config.dataDir)))
  if (!(await withStoppedServer(config, (storage) => adoptMasterKey(storage, present)))) {
    throw new StartError(
      "There are members' keys that this master key does not open. Nothing was changed. Put back the newest copy of files/member-keys and the master key that goes with it.",
    )
  }
  console.log('This database knows the present master key now.')
}

function keysOfEnvironment(current: Buffer, next: Buffer | undefined): KeyPlaces {
  if (!next) {
    throw new ConfigError(
      'NEW_DATA_KEY is missing: set it to the key that is to replace DATA_KEY (openssl rand -hex 32).',
    )
  }
  if (next.equals(current)) throw new ConfigError('NEW_DATA_KEY is the same key as DATA_KEY.')
  return {
    current,
    findNext: async () => next,
    prepareNext: async () => next,
    install: async () =>
      'Set DATA_KEY to the new key on every node before you start, and remove NEW_DATA_KEY.',
  }
}

async function keysOfFolder(dataDir: string): Promise<KeyPlaces> {
  if (readNewKey()) {
    throw new ConfigError('NEW_DATA_KEY goes with DATA_KEY; without that the new key is made here.')
  }
  return {
    current: await readMasterKeyFile(dataDir),
    findNext: () => findNextKey(dataDir),
    prepareNext: () => prepareNextKey(dataDir),
    install: async () => {
      await installNextKey(dataDir)
      return 'The new key is in place in data.key. Make a new copy of it and of files/member-keys.'
    },
  }
}

/** Reads `NEW_DATA_KEY` like `DATA_KEY`, including from a file named by `NEW_DATA_KEY_FILE`. */
function readNewKey(): Buffer | undefined {
  const { NEW_DATA_KEY: DATA_KEY, NEW_DATA_KEY_FILE: DATA_KEY_FILE } = process.env
  try {
    return readConfig({ ...process.env, DATA_KEY, DATA_KEY_FILE }).dataKey
  } catch (error) {
    // Everything else was valid before, so the sentence begins with `DATA_KEY`.
    throw error instanceof ConfigError ? new ConfigError(`NEW_${error.message}`) : error
  }
}

async function withStoppedServer<T>(
  config: Config,
  work: (storage: KeyStorage) => Promise<T>,
): Promise<T> {
  await using cleanups = new AsyncDisposableStack()
  const folder = await openDataFolder(config.dataDir)
  cleanups.defer(() => folder.release())
  const urls = await openDatabase(config, cleanups)
  if (config.database.provider === 'embedded') await requireUpgraded(urls.ownerUrl)
  await prepareDatabase(urls)
  const { db, close } = connectDatabase({ url: urls.url, max: 2 })
  cleanups.defer(close)
  if ((await countRunningServers(db)) > 0) {
    throw new StartError('A server still runs on this database. Stop every node first.')
  }
  const files = await createFiles(config)
  cleanups.defer(() => files.close())
  return await work({ db, files })
}

async function rotate(
  storage: KeyStorage,
  { places, forgetsLost }: { places: KeyPlaces; forgetsLost: boolean },
): Promise<Rotation> {
  const known = [places.current, await places.findNext()].flatMap((key) =>
    key ? keysFrom(key) : [],
  )
  await requireKnownMasterKey(storage.db, known)
  const { missing, closed } = await countLostKeys(storage, known)
  if (missing + closed > 0 && !forgetsLost) {
    throw new StartError(
      `${missing} members' keys are not in the file store and ${closed} open with no master key. Nothing was changed. Put the newest copy of files/member-keys back, or give these keys up: npm run rotate-key -- --forget-lost`,
    )
  }
  const change = { current: keysFrom(places.current), next: keysFrom(await places.prepareNext()) }
  return rotateMasterKey(storage, { ...change, forgetsLost })
}
