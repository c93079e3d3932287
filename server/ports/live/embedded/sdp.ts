import { LIVE_LIMITS } from '#contract/live.ts'
import { MEDIA_LIMITS } from './limits.ts'

const AUDIO_LEVEL_URI = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'

/** The parts of a browser's offer that are needed. Everything else in it is ignored. */
export interface Offer {
  iceUfrag: string
  icePwd: string
  /** SHA-256 of the browser's certificate, as upper-case pairs with colons. */
  fingerprint: string
  /** The first is the microphone's, the others are the speaker slots'. */
  mids: string[]
  /** This browser's payload type for Opus in each section: 111 in Chromium, 109 in Firefox. */
  payloadType: number
  /** The header extension for the microphone's level, if the browser offers it. */
  audioLevelId: number | undefined
}

/** Says what is wrong with an offer; for the log, without any of its text. */
export class OfferError extends Error {
  override readonly name = 'OfferError'
}

/**
 * Reads an offer strictly, as untrusted input: one microphone, then the speaker slots, bundled on one
 * connection.
 *
 * @throws OfferError
 */
export function readOffer(sdp: string): Offer {
  require(sdp.length <= MEDIA_LIMITS.offerBytes, 'too long')
  const [session = [], ...sections] = splitSections(sdp)
  require(sections.length === 1 + MEDIA_LIMITS.openMicrophones, 'wrong number of sections')
  const mids = sections.map((lines) => token(firstOf(lines, 'mid'), 'mid', 16))
  require(new Set(mids).size === mids.length, 'a mid twice')
  requireBundle(session, mids)
  sections.forEach((lines, index) => {
    requireSection(lines, index === 0 ? 'sendonly' : 'recvonly')
  })
  const [microphone = []] = sections
  const payloadTypes = sections.map(opusPayloadType)
  const payloadType = payloadTypes[0] ?? 0
  require(payloadTypes.every((each) => each === payloadType), 'different numbers for Opus')
  const find = (name: string): string | undefined =>
    firstOf(microphone, name) ?? firstOf(session, name)
  require(find('setup') === 'actpass', 'not ready to be the DTLS client')
  return {
    iceUfrag: iceToken(find('ice-ufrag'), 4),
    icePwd: iceToken(find('ice-pwd'), 22),
    fingerprint: sha256Of([...microphone, ...session]),
    mids,
    payloadType,
    audioLevelId: levelExtension(microphone),
  }
}

function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new OfferError(what)
}

/** The session's lines, then each media section's, the `m=` line first. */
function splitSections(sdp: string): string[][] {
  const sections: string[][] = [[]]
  for (const line of sdp.split(/\r\n|\n/)) {
    if (line.startsWith('m=')) sections.push([])
    require(sections.length <= 2 + MEDIA_LIMITS.openMicrophones, 'too many sections')
    sections.at(-1)?.push(line)
  }
  return sections
}

function firstOf(lines: string[], name: string): string | undefined {
  const start = `a=${name}:`
  return lines.find((line) => line.startsWith(start))?.slice(start.length)
}

function valuesOf(lines: string[], name: string): string[] {
  const start = `a=${name}:`
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))
}

function token(value: string | undefined, name: string, longest: number): string {
  require(value !== undefined && value.length <= longest, `no ${name}`)
  require(/^[A-Za-z0-9!#$%&'*+.^_`{|}~-]+$/.test(value), `a strange ${name}`)
  return value
}

/** RFC 8839, section 5.4: `ice-char`, at most 256 of them. */
function iceToken(value: string | undefined, shortest: number): string {
  require(value !== undefined && /^[A-Za-z0-9+/]{4,256}$/.test(value), 'no ICE credentials')
  require(value.length >= shortest, 'weak ICE credentials')
  return value
}

function requireBundle(session: string[], mids: string[]): void {
  const bundles = valuesOf(session, 'group').filter((group) => group.startsWith('BUNDLE '))
  require(bundles.length === 1, 'not one bundle')
  const members = new Set(bundles[0]?.split(' ').slice(1))
  require(members.size === mids.length && mids.every((mid) => members.has(mid)), 'unbundled')
}

function requireSection(lines: string[], direction: 'sendonly' | 'recvonly'): void {
  const [media = ''] = lines
  require(/^m=audio (0|[1-9]\d{0,4}) UDP\/TLS\/RTP\/SAVPF( \d{1,3})+$/.test(media), 'not audio')
  // Port 0 means that a section is not used, or, in Firefox, that it only shares the first one's
  // connection (RFC 9143, 6).
  const isUsed = !media.startsWith('m=audio 0 ') || lines.includes('a=bundle-only')
  require(isUsed, 'not used')
  require(lines.includes('a=rtcp-mux'), 'no rtcp-mux')
  require(lines.includes(`a=${direction}`), 'wrong direction')
}

function opusPayloadType(lines: string[]): number {
  const map = valuesOf(lines, 'rtpmap').find((value) => /^\d{1,3} opus\/48000\/2$/i.test(value))
  const number = Number(map?.split(' ')[0] ?? Number.NaN)
  // Numbers below 96 are static, and 64 to 95 look like RTCP on the same port (RFC 5761).
  require(number >= 96 && number <= 127, 'no Opus')
  const [media = ''] = lines
  require(media.split(' ').slice(3).includes(String(number)), 'Opus that is not offered')
  return number
}

function sha256Of(lines: string[]): string {
  const prints = valuesOf(lines, 'fingerprint').map((value) => value.split(' '))
  const print = prints.find(([algorithm]) => algorithm?.toLowerCase() === 'sha-256')?.[1]
  require(print !== undefined && /^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i.test(print), 'no fingerprint')
  return print.toUpperCase()
}

function levelExtension(lines: string[]): number | undefined {
  for (const value of valuesOf(lines, 'extmap')) {
    const [id = '', uri] = value.split(' ')
    const number = /^\d{1,2}(\/sendonly|\/sendrecv)?$/.test(id) ? Number.parseInt(id, 10) : 0
    if (uri === AUDIO_LEVEL_URI && number >= 1 && number <= 14) return number
  }
  return undefined
}

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
