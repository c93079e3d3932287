import { createHash } from 'node:crypto'

/** Keeps our rooms apart from those of another installation that uses the same account. */
export function roomNames(installation: string): (room: string) => string {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 12)
  return (room) => `folx-${mark}-${room}`
}
