import { allowChime } from './chime.ts'
import { allowPlayers } from './players.ts'

/** Lets the page play sound later. Must be called in a click handler. */
export function allowSound(): void {
  allowChime()
  allowPlayers()
}
