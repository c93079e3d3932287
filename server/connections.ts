import {
  CONNECTION_AREAS,
  type ConnectionArea,
  type ConnectionInput,
} from '#contract/connections.ts'
import { type AreaConfig, type Config, ConfigError, readArea } from './config.ts'
import type { Queryable } from './db/connect.ts'
import type { KeyChange } from './db/master-key-check.ts'
import type { Keys } from './domain/keys.ts'
import { unwrapSecret, wrapSecret } from './domain/sealed-text.ts'

/** The values that administrators entered for each area; null if this master key can't open it. */
export type StoredConnections = ReadonlyMap<ConnectionArea, ConnectionInput | null>

/** The areas that are set up on the page, as a node uses them. */
export interface Connections {
  /** The values in use, or that would be without a problem. */
  stored: StoredConnections
  /** Why what is stored for an area can't be used. */
  problems: ReadonlyMap<ConnectionArea, string>
  /** Reads what is stored and uses it from now on. Work under way ends with what it began with. */
  refresh(): Promise<void>
}

const DAMAGED = 'What is stored can’t be read with the master key of this server. Enter it again.'

export async function readConnections(db: Queryable, keys: Keys): Promise<StoredConnections> {
  const rows = await db.selectFrom('connection').select(['area', 'sealed']).execute()
  return new Map(
    CONNECTION_AREAS.flatMap((area) => {
      const row = rows.find((each) => each.area === area)
      return row ? [[area, open(keys, { area, sealed: row.sealed })]] : []
    }),
  )
}

export async function storeConnection(
  trx: Queryable,
  keys: Keys,
  { area, values, now }: { area: ConnectionArea; values: ConnectionInput; now: Date },
): Promise<void> {
  const row = { sealed: seal(keys, { area, values }), updatedAt: now }
  await trx
    .insertInto('connection')
    .values({ area, ...row })
    .onConflict((conflict) => conflict.column('area').doUpdateSet(row))
    .execute()
}

/** Seals everything again during a change of the master key. What is damaged is left as it is. */
export async function rewrapConnections(
  db: Queryable,
  { current, next }: KeyChange,
): Promise<void> {
  for (const [area, values] of await readConnections(db, current)) {
    if (!values) continue
    const sealed = seal(next, { area, values })
    await db.updateTable('connection').set({ sealed }).where('area', '=', area).execute()
  }
}

/**
 * The configuration of the areas that the environment doesn't set, and what is wrong with them: an
 * area with a problem is not connected.
 */
export function configureAreas(
  config: Config,
  stored: StoredConnections,
): { areas: Map<ConnectionArea, AreaConfig>; problems: Map<ConnectionArea, string> } {
  const areas = new Map<ConnectionArea, AreaConfig>()
  const problems = new Map<ConnectionArea, string>()
  for (const area of CONNECTION_AREAS) {
    if (config.environment[area]) continue
    const values = stored.get(area)
    try {
      if (values === null) throw new ConfigError(DAMAGED)
      areas.set(area, readArea(area, values ?? {}, config))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.set(area, error.message)
      areas.set(area, readArea(area, {}, config))
    }
  }
  return { areas, problems }
}

/** The version of what is stored for an area. Its secrets can’t be guessed from it. */
export function connectionVersion(keys: Keys, values: ConnectionInput): string {
  return keys.hmac('connection-version', JSON.stringify(values)).toString('base64url').slice(0, 16)
}

const nameOf = (area: ConnectionArea): string => `connection-${area}`

function seal(keys: Keys, input: { area: ConnectionArea; values: ConnectionInput }): Buffer {
  const secret = Buffer.from(JSON.stringify(input.values))
  return wrapSecret(keys.derive('connection'), { name: nameOf(input.area), secret })
}

function open(
  keys: Keys,
  { area, sealed }: { area: ConnectionArea; sealed: Buffer },
): ConnectionInput | null {
  const wrapped = { name: nameOf(area), wrapped: sealed }
  const secret = unwrapSecret(keys.derive('connection'), wrapped)
  // `seal` wrote this JSON, and nobody else has the key.
  return secret ? (JSON.parse(secret.toString()) as ConnectionInput) : null
}
