import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'migrations/earlier')

/** The content of a migration's file in an earlier release. */
export interface EarlierText {
  /** SHA-256 of the text. */
  checksum: string
  sql: string
  /**
   * The statements that make a database on which the text ran equal to one on which the present
   * text ran; undefined if it already is.
   */
  repair: string | undefined
}

/**
 * Migrations that were edited after sites had run them, with the number of earlier texts. All texts
 * of a migration share one repair.
 */
const EDITED: Record<string, { texts: number; isRepaired: boolean }> = {
  // The table master_key_check and two indexes were added one after another.
  '0001-accounts-and-stories': { texts: 3, isRepaired: true },
  // It had no surplus purchases, and no revision of a checkout.
  '0004-shop': { texts: 1, isRepaired: true },
  // It had the table soft_bounce, and neither mail_gate nor the time of a story's approval.
  '0005-mailings': { texts: 1, isRepaired: true },
  // live_session.told_through and then live_recording.waveform were added.
  '0006-live': { texts: 2, isRepaired: true },
  // It had the column pending_sign_in.device.
  '0010-second-factors': { texts: 1, isRepaired: true },
  // Only the words of a comment changed.
  '0048-broadcast-groups': { texts: 1, isRepaired: false },
}

/** The earlier texts of a migration, oldest first; none for almost all migrations. */
export async function readEarlierTexts(migration: string): Promise<EarlierText[]> {
  const name = migration.replace(/\.sql$/, '')
  const { texts = 0, isRepaired = false } = EDITED[name] ?? {}
  const read = (part: string): Promise<string> =>
    readFile(join(FOLDER, `${name}.${part}.sql`), 'utf8')
  const repair = isRepaired ? await read('repair') : undefined
  return Promise.all(
    Array.from({ length: texts }, async (_, index) => {
      const sql = await read(String(index + 1))
      return { sql, repair, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
