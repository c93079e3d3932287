/** Speakers that can be heard at once; the server expects this many sections. */
const SLOTS = 6

let players: HTMLAudioElement[] | undefined

/**
 * The elements that the embedded engine is heard through. They are made once and kept: iOS lets
 * only those play by themselves that a person's own click has played before.
 */
export function takePlayers(): readonly HTMLAudioElement[] {
  players ??= Array.from({ length: SLOTS }, () => new Audio())
  return players
}

/** Lets them play later. Call it in a person's click. */
export function allowPlayers(): void {
  // There is nothing to play yet, so it is refused; that a click asked for it is what counts.
  for (const player of takePlayers()) player.play().catch(() => undefined)
}
