import {
  type RTCCertificate,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  type RtpPacket,
} from 'werift'

const CODEC = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 109 }
const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'
const SLOTS = 6

/** A person in a live room without a browser, for tests and for load measurements. */
export class LiveClient {
  readonly #peer: RTCPeerConnection
  readonly #header = new RtpHeader({
    payloadType: CODEC.payloadType,
    ssrc: 1 + Math.floor(Math.random() * 2 ** 31),
  })
  /** Received packets, in order of arrival; the payloads are Opus. */
  readonly received: RtpPacket[] = []
  onPacket: (packet: RtpPacket) => void = (packet) => void this.received.push(packet)

  private constructor(peer: RTCPeerConnection) {
    this.#peer = peer
    this.#header.sequenceNumber = Math.floor(Math.random() * 2 ** 16)
    this.#header.timestamp = Math.floor(Math.random() * 2 ** 32)
  }

  /** Creates a connection's offer, and a function that accepts the answer. */
  static async prepare(
    transport: 'udp' | 'tcp' = 'udp',
    certificates: RTCCertificate[] = [],
  ): Promise<{ offer: string; accept(answer: string): Promise<LiveClient> }> {
    const peer = new RTCPeerConnection({
      bundlePolicy: 'max-bundle',
      certificates,
      codecs: { audio: [new RTCRtpCodecParameters(CODEC)], video: [] },
      headerExtensions: { audio: [{ id: 1, uri: AUDIO_LEVEL }], video: [] },
      // Only this machine: by default the library asks a STUN server on the internet.
      iceServers: [{ urls: 'stun:127.0.0.1:9' }],
      iceStunGatherTimeout: 0.001,
      iceUseIpv4: false,
      iceUseIpv6: false,
      iceUseTcp: transport === 'tcp',
      iceTcpPassive: false,
      iceAdditionalHostAddresses: ['127.0.0.1'],
    })
    peer.addTransceiver('audio', { direction: 'sendonly' })
    for (let slot = 0; slot < SLOTS; slot++) peer.addTransceiver('audio', { direction: 'recvonly' })
    await peer.setLocalDescription(await peer.createOffer())
    return {
      offer: peer.localDescription?.sdp ?? '',
      accept: (answer) => LiveClient.#accept(peer, answer),
    }
  }

  static async #accept(peer: RTCPeerConnection, answer: string): Promise<LiveClient> {
    const client = new LiveClient(peer)
    await peer.setRemoteDescription({ type: 'answer', sdp: answer })
    for (const transport of peer.dtlsTransports) {
      transport.onRtp.subscribe((packet) => client.onPacket(packet))
    }
    for (let tries = 0; peer.connectionState !== 'connected'; tries++) {
      if (peer.connectionState === 'failed' || tries > 2_000) {
        await peer.close()
        throw new Error('not connected')
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return client
  }

  /** Sends an Opus frame: 20 ms of a voice at 30 dB below full scale. */
  send(payload: Buffer): void {
    const header = this.#header
    header.sequenceNumber = (header.sequenceNumber + 1) & 0xffff
    header.timestamp = (header.timestamp + 960) >>> 0
    header.extensions = [{ id: 1, payload: Buffer.from([0x80 | 30]) }]
    const [transport] = this.#peer.dtlsTransports
    void transport?.sendRtp(payload, header)
  }

  async close(): Promise<void> {
    await this.#peer.close()
  }
}
