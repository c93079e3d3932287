import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { asLines } from '#server/backup/files.ts'
import {
  archiveName,
  FORMAT,
  filesPart,
  jobsPart,
  type Manifest,
  masterKeyPart,
  objectName,
  tablePart,
  writeManifest,
} from '#server/backup/manifest.ts'
import { compress, seal } from '#server/backup/sealing.ts'
import { loadTables, setSequences, writeRows } from '#server/backup/tables.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { wrapKey } from '#server/domain/sealed-text.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import type { ReleasedSet } from './sets.ts'

/** The master key of the sample's site. */
export const MASTER_KEY = Buffer.alloc(32, 7)

/** The file of the sample's recording. */
export const RECORDING = { key: 'stories/1.m4a', bytes: Buffer.from('a voice') }

/** The file with the key of Ann's private writing, as the sample names it. */
export const MEMBER_KEY = {
  key: 'member-keys/00000000-0000-4000-8000-0000000000aa',
  bytes: wrapKey(keysFrom(MASTER_KEY).derive('member-key'), {
    memberId: '00000000-0000-4000-8000-000000000001',
    memberKey: Buffer.alloc(32, 1),
  }),
}

/** Writes the backup of a recorded site, as its own release would have. Returns its name. */
export async function packArchive(
  set: ReleasedSet,
  { place, recipient, now }: { place: BackupPlace; recipient: string; now: Date },
): Promise<string> {
  const archive = archiveName(now)
  const write = async (name: string, content: string | Buffer) =>
    place.write(name, await seal(recipient, Readable.from([content])))
  const writeCompressed = async (name: string, content: string) =>
    place.write(name, await seal(recipient, compress(Readable.from([content]))))
  const tables: Manifest['tables'] = []
  for (const { name, columns, rows } of set.tables) {
    const part = await writeCompressed(tablePart(archive, name), rows)
    tables.push({ name, columns, part, rows: rows.split('\n').length - 1 })
  }
  const { key, bytes } = RECORDING
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await write(objectName(sha256), bytes)
  await write(`${MEMBER_KEY.key}.age`, MEMBER_KEY.bytes)
  const entry = { key, size: bytes.length, contentType: 'audio/mp4', version: '1', sha256 }
  await writeManifest(place, archive, {
    format: FORMAT,
    createdAt: now.toISOString(),
    migrations: set.migrations,
    tables,
    sequences: set.sequences,
    jobs: { count: 0, part: await writeCompressed(jobsPart(archive), '') },
    files: {
      count: 1,
      bytes: bytes.length,
      part: await place.write(filesPart(archive), asLines([entry])),
    },
    masterKey: await write(masterKeyPart(archive), MASTER_KEY),
  })
  return archive
}

/** Fills the tables of a database on which the set's migrations ran, and no others. */
export async function loadSet(client: pg.ClientBase, set: ReleasedSet): Promise<void> {
  await client.query('begin')
  await loadTables(client, set.tables, async ({ name }) => {
    const table = set.tables.find((each) => each.name === name)
    if (table) await pipeline(Readable.from([table.rows]), writeRows(client, table))
  })
  await setSequences(client, set.sequences)
  await client.query('commit')
}
