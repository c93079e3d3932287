import { createHash } from 'node:crypto'

/** Tells our rooms from another installation's, which may use the same account. */
export function roomNames(installation: string): (room: string) => string {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 12)
  return (room) => `folx-${mark}-${room}`
}
