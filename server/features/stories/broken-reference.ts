/** PostgreSQL's word for a row that refers to one that is gone. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a row was refused because what it refers to has just been deleted. */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
