import { LIVE_LIMITS } from '#contract/live.ts'
import { AUDIO_LEVEL_URI, type Offer } from './offer.ts'

/** Our side of a connection. */
export interface LocalSide {
  iceUfrag: string
  icePwd: string
  /** SHA-256 of our certificate, as upper-case pairs with colons. */
  fingerprint: string
  candidates: Candidate[]
  /** The constant SSRC of each speaker slot. */
  slotSsrcs: number[]
}

export interface Candidate {
  transport: 'udp' | 'tcp'
  address: string
  port: number
}

/**
 * Writes the answer to an offer from scratch, so that it repeats only those parts of the offer that
 * `readOffer` has checked. ICE lite (RFC 8445, 2.5): the browser sends checks, we respond. We are the
 * DTLS server, so that the browser can start as soon as it has a path.
 */
export function writeAnswer(offer: Offer, local: LocalSide): string {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${offer.mids.join(' ')}`,
    'a=msid-semantic: WMS *',
    ...offer.mids.flatMap((mid, index) => [
      ...sectionLines(offer, local, mid),
      ...(index === 0 ? microphoneLines(offer) : slotLines(index - 1, local)),
      // A section that shares the first one's connection needs no candidates (RFC 8843, 7.3).
      ...(index === 0 ? candidateLines(local.candidates) : []),
    ]),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function sectionLines(offer: Offer, local: LocalSide, mid: string): string[] {
  const { payloadType } = offer
  return [
    `m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp-mux',
    `a=mid:${mid}`,
    `a=ice-ufrag:${local.iceUfrag}`,
    `a=ice-pwd:${local.icePwd}`,
    `a=fingerprint:sha-256 ${local.fingerprint}`,
    'a=setup:passive',
    `a=rtpmap:${payloadType} opus/48000/2`,
    // A silent open microphone sends 5 packets a second with DTX instead of 50.
    `a=fmtp:${payloadType} minptime=10;useinbandfec=1;usedtx=1;maxaveragebitrate=${LIVE_LIMITS.bitrate}`,
  ]
}

function microphoneLines({ audioLevelId }: Offer): string[] {
  return [
    'a=recvonly',
    ...(audioLevelId === undefined ? [] : [`a=extmap:${audioLevelId} ${AUDIO_LEVEL_URI}`]),
  ]
}

function slotLines(slot: number, local: LocalSide): string[] {
  const ssrc = local.slotSsrcs[slot] ?? 0
  return ['a=sendonly', `a=msid:slot${slot} slot${slot}`, `a=ssrc:${ssrc} cname:room`]
}

function candidateLines(candidates: Candidate[]): string[] {
  return [...candidates.map(candidateLine), 'a=end-of-candidates']
}

/** RFC 8839, 5.1, and RFC 6544 for TCP. Earlier addresses are preferred. */
function candidateLine({ transport, address, port }: Candidate, index: number): string {
  const typePreference = transport === 'udp' ? 126 : 105
  const priority = typePreference * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255
  const end = transport === 'tcp' ? ' tcptype passive' : ''
  return `a=candidate:${index + 1} 1 ${transport} ${priority} ${address} ${port} typ host${end}`
}
