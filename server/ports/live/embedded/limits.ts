import { LIVE_LIMITS } from '#contract/live.ts'

/** The capacity of one embedded room, measured on two cores with some margin. */
export const MEDIA_LIMITS = {
  people: LIVE_LIMITS.people,
  openMicrophones: LIVE_LIMITS.openMicrophones,
  /** Per microphone; Opus sends 100 with the shortest usual frames. */
  packetsPerSecond: 110,
  offerBytes: 65_536,
  packetBytes: 1_500,
  /** Network paths that one connection may try, such as Wi-Fi and cable over IPv4 and IPv6. */
  pathsPerConnection: 16,
  /** TCP connections that are not authenticated yet. */
  strangers: 256,
  /** Bytes that may wait for a slow TCP reader before its sound is dropped. */
  waitingBytes: 65_536,
} as const

/** Samples of Opus's RTP clock per second, whatever the sound's own rate (RFC 7587, 4.1). */
export const CLOCK_RATE = 48_000
