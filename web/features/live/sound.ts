import { allowPlayers } from '#web/features/live/players.ts'

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
