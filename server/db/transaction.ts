import type { Db, Trx } from './connect.ts'

/** PostgreSQL's word for a row that a unique rule refuses. */
const UNIQUE_VIOLATION = '23505'
/** … and for a row that refers to one that is gone. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Runs `work` in one transaction: all of it is stored, or nothing. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/** The name of the unique rule that an error broke, or undefined for any other error. */
export function brokenUniqueRule(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) {
    return undefined
  }
  return 'constraint' in error ? String(error.constraint) : undefined
}

/** Whether a row was refused because what it refers to has just been deleted. */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
