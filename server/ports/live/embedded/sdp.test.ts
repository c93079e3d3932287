import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserOffer, FINGERPRINT, firefoxOffer } from '#server/testing/browser-offer.ts'
import { type Offer, OfferError, readOffer, writeAnswer } from './sdp.ts'

function refusal(sdp: string): string {
  try {
    readOffer(sdp)
  } catch (error) {
    expect(error).toBeInstanceOf(OfferError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('This offer was accepted.')
}

test('a browser’s offer is read, whatever its payload type for Opus is', () => {
  expect(readOffer(browserOffer({ payloadType: 111 }))).toEqual({
    iceUfrag: 'Y4D3',
    icePwd: 'YW/olZF4v3YRturbC7zX6WjK',
    fingerprint: FINGERPRINT,
    mids: ['0', '1', '2', '3', '4', '5', '6'],
    payloadType: 111,
    audioLevelId: 1,
  })
  expect(readOffer(browserOffer({ payloadType: 109 })).payloadType).toBe(109)
})

test('Firefox’s offer is read, although its slots have port 0', () => {
  expect(readOffer(firefoxOffer())).toEqual({
    iceUfrag: '132d7d05',
    icePwd: '82a448c1634d6b42173dd8307592f27d',
    fingerprint: FINGERPRINT,
    mids: ['0', '1', '2', '3', '4', '5', '6'],
    payloadType: 109,
    audioLevelId: 1,
  })
  expect(refusal(firefoxOffer().replace('a=bundle-only\r\n', ''))).toBe('not used')
  expect(refusal(firefoxOffer().replace('m=audio 9', 'm=audio 0'))).toBe('not used')
})

test('lines may end with LF or CRLF', () => {
  expect(readOffer(browserOffer().replaceAll('\r\n', '\n')).iceUfrag).toBe('Y4D3')
})

test('an offer without audio levels is accepted', () => {
  const sdp = browserOffer().replaceAll(/a=extmap:1 .*\r\n/g, '')
  expect(readOffer(sdp).audioLevelId).toBeUndefined()
})

test.each<[string, (sdp: string) => string]>([
  ['too long', (sdp) => sdp + 'a=x\r\n'.repeat(20_000)],
  ['wrong number of sections', (sdp) => sdp.slice(0, sdp.lastIndexOf('m='))],
  ['too many sections', (sdp) => sdp + sdp.slice(sdp.indexOf('m=')).repeat(3)],
  ['a mid twice', (sdp) => sdp.replace('a=mid:3', 'a=mid:2')],
  ['a strange mid', (sdp) => sdp.replace('a=mid:3', 'a=mid:3 <b>')],
  ['no mid', (sdp) => sdp.replace('a=mid:3\r\n', '')],
  ['unbundled', (sdp) => sdp.replace('BUNDLE 0 1', 'BUNDLE 0')],
  ['not one bundle', (sdp) => sdp.replace('a=group:BUNDLE', 'a=group:LS')],
  ['not audio', (sdp) => sdp.replace('m=audio 9', 'm=video 9')],
  ['not audio', (sdp) => sdp.replace('SAVPF', 'AVP')],
  ['wrong direction', (sdp) => sdp.replace('a=sendonly', 'a=sendrecv')],
  ['no rtcp-mux', (sdp) => sdp.replace('a=rtcp-mux\r\n', '')],
  ['no Opus', (sdp) => sdp.replaceAll('opus/48000/2', 'PCMU/8000')],
  ['no Opus', (sdp) => sdp.replaceAll('111', '72')],
  [
    'different numbers for Opus',
    (sdp) => sdp.replace(/111 63(?= )/, '112 63').replace('rtpmap:111', 'rtpmap:112'),
  ],
  ['no ICE credentials', (sdp) => sdp.replaceAll('a=ice-ufrag:Y4D3', 'a=ice-ufrag:a b')],
  ['weak ICE credentials', (sdp) => sdp.replaceAll(/a=ice-pwd:.*/g, 'a=ice-pwd:short')],
  ['no fingerprint', (sdp) => sdp.replaceAll('sha-256', 'sha-1')],
  ['no fingerprint', (sdp) => sdp.replaceAll(/:F6:3C/g, '')],
  ['not ready to be the DTLS client', (sdp) => sdp.replaceAll('actpass', 'passive')],
])('refused: %s', (reason, change) => {
  expect(refusal(change(browserOffer()))).toBe(reason)
})

const side = {
  iceUfrag: 'ours',
  icePwd: 'our-password',
  fingerprint: 'AB:CD',
  candidates: [
    { transport: 'udp' as const, address: '203.0.113.4', port: 20_100 },
    { transport: 'tcp' as const, address: '203.0.113.4', port: 20_100 },
  ],
  slotSsrcs: [11, 12, 13, 14, 15, 16],
}

test('the answer enables DTX, repeats the id of the level extension, and describes each slot', () => {
  const sections = writeAnswer(readOffer(browserOffer({ payloadType: 109 })), side).split('m=')
  const [session = '', microphone = '', first = ''] = sections
  expect(sections).toHaveLength(8)
  expect(session).toContain('a=ice-lite\r\n')
  expect(session).toContain('a=group:BUNDLE 0 1 2 3 4 5 6\r\n')
  expect(microphone).toContain('audio 9 UDP/TLS/RTP/SAVPF 109\r\n')
  expect(microphone).toContain('a=recvonly\r\n')
  expect(microphone).toContain(
    'a=fmtp:109 minptime=10;useinbandfec=1;usedtx=1;maxaveragebitrate=48000\r\n',
  )
  expect(microphone).toContain('a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n')
  expect(microphone).toContain(
    'a=candidate:1 1 udp 2130706431 203.0.113.4 20100 typ host\r\n' +
      'a=candidate:2 1 tcp 1778384639 203.0.113.4 20100 typ host tcptype passive\r\n',
  )
  expect(first).toContain('a=sendonly\r\n')
  expect(first).toContain('a=ssrc:11 cname:room\r\n')
  expect(sections.at(-1)).toContain('a=msid:slot5 slot5\r\n')
})

test('the answer repeats only checked parts of the offer', () => {
  const sdp = browserOffer().replaceAll('a=rtcp-mux', 'a=rtcp-mux\r\na=x:<script>\r\ni=<script>')
  expect(writeAnswer(readOffer(sdp), side)).not.toContain('script')
})

test('any text sent as an offer is read or refused', () => {
  const sdp = browserOffer()
  const mutation = fc.record({
    at: fc.nat(sdp.length),
    remove: fc.nat(80),
    insert: fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('\r\n', 'm=audio', 'a=', ':', ' '),
    ),
  })
  const mutated = fc.array(mutation, { minLength: 1, maxLength: 6 }).map((all) => {
    return all.reduce((text, { at, remove, insert }) => {
      return text.slice(0, at) + insert + text.slice(at + remove)
    }, sdp)
  })
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ maxLength: 500 })), (text) => {
      let offer: Offer
      try {
        offer = readOffer(text)
      } catch (error) {
        expect(error).toBeInstanceOf(OfferError)
        return
      }
      expect(offer.mids).toHaveLength(7)
      expect(writeAnswer(offer, side)).toMatch(/^[\x20-\x7e\r\n]+$/)
    }),
    { numRuns: 2_000 },
  )
})
