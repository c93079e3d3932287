import type { Db, Trx } from './connect.ts'

/** PostgreSQL's code for a row that violates a unique constraint. */
const UNIQUE_VIOLATION = '23505'
/** PostgreSQL's code for a row that refers to one that does not exist. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Runs `work` in one transaction: everything is stored, or nothing. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/** The name of the unique constraint that an error reports, or undefined for any other error. */
export function brokenUniqueRule(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) {
    return undefined
  }
  return 'constraint' in error ? String(error.constraint) : undefined
}

/** Whether a row was refused because the row it refers to was just deleted. */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
