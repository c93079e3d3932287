export const FINGERPRINT =
  'C9:C8:84:25:33:26:ED:8A:BB:99:2F:A2:4B:DF:B7:BB:BB:7A:01:2C:22:6E:A8:C2:36:54:06:A0:61:DE:F6:3C'

/** An offer as browsers make it: one microphone and six slots, with the rest of what they offer. */
export function browserOffer({ payloadType = 111 } = {}): string {
  const lines = [
    'v=0',
    'o=- 2435668119608293422 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1 2 3 4 5 6',
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS',
    ...Array.from({ length: 7 }, (_, index) => section(index, payloadType)).flat(),
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** The same as Firefox makes it: one fingerprint for all sections, and slots without a port. */
export function firefoxOffer(): string {
  const lines = [
    'v=0',
    'o=mozilla...THIS_IS_SDPARTA-99.0 7191605682933918651 0 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=sendrecv',
    `a=fingerprint:sha-256 ${FINGERPRINT}`,
    'a=group:BUNDLE 0 1 2 3 4 5 6',
    'a=ice-options:trickle',
    'a=msid-semantic:WMS *',
    ...Array.from({ length: 7 }, (_, index) => firefoxSection(index)).flat(),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function firefoxSection(index: number): string[] {
  return [
    `m=audio ${index === 0 ? 9 : 0} UDP/TLS/RTP/SAVPF 109 9 0 8 101`,
    'c=IN IP4 0.0.0.0',
    ...(index === 0 ? ['a=sendonly'] : ['a=bundle-only', 'a=recvonly']),
    'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
    'a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level',
    'a=extmap:3 urn:ietf:params:rtp-hdrext:sdes:mid',
    'a=extmap-allow-mixed',
    'a=fmtp:109 maxplaybackrate=48000;stereo=1;useinbandfec=1',
    'a=fmtp:101 0-15',
    'a=ice-pwd:82a448c1634d6b42173dd8307592f27d',
    'a=ice-ufrag:132d7d05',
    `a=mid:${index}`,
    'a=rtcp-fb:109 transport-cc',
    'a=rtcp-mux',
    'a=rtpmap:109 opus/48000/2',
    'a=rtpmap:9 G722/8000/1',
    'a=rtpmap:101 telephone-event/8000',
    'a=setup:actpass',
    `a=ssrc:${1_499_117_992 + index} cname:{86cc4320-ce58-4d56-ab76-27ec57769e4e}`,
  ]
}

function section(index: number, payloadType: number): string[] {
  return [
    `m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType} 63 9 0 8 13 110 126`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    'a=candidate:1 1 udp 2122194687 4d6f2a3e-0000-4000-8000-000000000000.local 60230 typ host',
    'a=ice-ufrag:Y4D3',
    'a=ice-pwd:YW/olZF4v3YRturbC7zX6WjK',
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${FINGERPRINT}`,
    'a=setup:actpass',
    `a=mid:${index}`,
    'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
    'a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
    index === 0 ? 'a=sendonly' : 'a=recvonly',
    'a=rtcp-mux',
    `a=rtpmap:${payloadType} opus/48000/2`,
    `a=fmtp:${payloadType} minptime=10;useinbandfec=1`,
    'a=rtpmap:63 red/48000/2',
    'a=rtpmap:9 G722/8000',
    ...(index === 0 ? ['a=ssrc:2406420402 cname:abc'] : []),
  ]
}
