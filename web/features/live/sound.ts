let context: AudioContext | undefined

/** Lets the page play sounds later. Must be called in a click handler. */
function allowChime(): void {
  context ??= new AudioContext()
  void context.resume().catch(() => undefined)
}

/** Frequencies of soft notes, in hertz: rising when a recording starts, falling when it stops. */
const CHIMES = {
  'recording-started': [523.25, 783.99],
  'recording-stopped': [783.99, 523.25],
  invited: [587.33, 739.99, 880],
} as const

export function playChime(occasion: keyof typeof CHIMES): void {
  if (context?.state !== 'running') return
  for (const [index, frequency] of CHIMES[occasion].entries()) {
    playNote(context, { frequency, at: context.currentTime + index * 0.18 })
  }
}

function playNote(audio: AudioContext, { frequency, at }: { frequency: number; at: number }): void {
  const tone = new OscillatorNode(audio, { type: 'sine', frequency })
  const loudness = new GainNode(audio, { gain: 0 })
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(0.18, at + 0.03)
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
  tone.connect(loudness).connect(audio.destination)
  tone.start(at)
  tone.stop(at + 0.42)
}

/** Lets the page play sound later. Must be called in a click handler. */
export function allowSound(): void {
  allowChime()
  allowPlayers()
}

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
function allowPlayers(): void {
  // Rejected because there is nothing to play yet, but the call within a click is what counts.
  for (const player of takePlayers()) player.play().catch(() => undefined)
}
