import { LIVE_LIMITS } from '#contract/live.ts'

/** What one embedded room carries; measured on two cores with room to spare. */
export const MEDIA_LIMITS = {
  people: LIVE_LIMITS.people,
  openMicrophones: LIVE_LIMITS.openMicrophones,
  /** Of one microphone; Opus at its shortest usual frame sends 100. */
  packetsPerSecond: 110,
  offerBytes: 65_536,
  packetBytes: 1_500,
  /** Network paths that one connection may try, such as Wi-Fi and cable over two families. */
  pathsPerConnection: 16,
  /** TCP connections that have not proved whose they are. */
  strangers: 256,
  /** Bytes that may wait for a slow TCP reader before its sound is dropped. */
  waitingBytes: 65_536,
} as const

/** Samples of Opus's RTP clock per second, whatever the sound's own rate (RFC 7587, 4.1). */
export const CLOCK_RATE = 48_000
