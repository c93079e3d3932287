import { allowChime } from './chime.ts'
import { allowPlayers } from './players.ts'

/** Lets the page be heard later. Call it in a person's click. */
export function allowSound(): void {
  allowChime()
  allowPlayers()
}
