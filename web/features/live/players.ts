/** How many speakers can be heard at once; the server expects this many SDP media sections. */
const SLOTS = 6

let players: HTMLAudioElement[] | undefined

/**
 * The audio elements that play the embedded engine's sound. They are created once and reused,
 * because iOS allows automatic playback only on elements that a user's click has played before.
 */
export function takePlayers(): readonly HTMLAudioElement[] {
  players ??= Array.from({ length: SLOTS }, () => new Audio())
  return players
}

/** Lets them play later. Must be called in a click handler. */
export function allowPlayers(): void {
  // Rejected because there is nothing to play yet, but the call within a click is what counts.
  for (const player of takePlayers()) player.play().catch(() => undefined)
}
