import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import {
  DtlsServer,
  keyLength,
  type RTCCertificate,
  RtcpReceiverInfo,
  RtcpRrPacket,
  type RtpHeader,
  RtpPacket,
  SrtcpSession,
  SrtpSession,
  saltLength,
  type Transport,
} from 'werift'
import type { ReceptionReport } from './person.ts'

/** AES-128-GCM first (RFC 7714), then the profile that every browser supports (RFC 5764). */
const SRTP_PROFILES = [7, 1] as const

/** Kinds of DTLS records (RFC 6347) and the first handshake message. */
const CHANGE_CIPHER_SPEC = 20
const ALERT = 21
const HANDSHAKE = 22
const CLIENT_HELLO = 1

interface SecureHooks {
  send(packet: Buffer): void
  onConnected(): void
  onFailed(): void
  onRtp(packet: RtpPacket): void
}

/** The encrypted part of a connection: first the DTLS handshake, then SRTP with its keys. */
export class SecureTransport {
  readonly #hooks: SecureHooks
  readonly #dtls: DtlsServer
  #srtp: SrtpSession | undefined
  #srtcp: SrtcpSession | undefined
  /** The transport that the library uses; it replaces `onData` with its own function. */
  readonly #link: Transport

  constructor(input: { certificate: RTCCertificate; fingerprint: string }, hooks: SecureHooks) {
    this.#hooks = hooks
    this.#link = {
      type: 'udp',
      address: { address: '', family: 'IPv4', port: 0 },
      closed: false,
      onData: () => undefined,
      send: async (data) => hooks.send(data),
      close: async () => undefined,
    }
    const { certificate } = input
    this.#dtls = new DtlsServer({
      transport: this.#link,
      cert: certificate.certPem,
      key: certificate.privateKey,
      signatureHash: certificate.signatureHash,
      srtpProfiles: [...SRTP_PROFILES],
      extendedMasterSecret: true,
      certificateRequest: true,
    })
    const isProved = demandProof(this.#dtls, input.fingerprint)
    this.#dtls.onConnect.once(() => {
      if (isProved() && this.#takeKeys()) hooks.onConnected()
      else hooks.onFailed()
    })
    this.#dtls.onError.once(() => hooks.onFailed())
    this.#dtls.onClose.subscribe(() => hooks.onFailed())
  }

  get isConnected(): boolean {
    return this.#srtp !== undefined
  }

  handlePacket(packet: Buffer): void {
    const first = packet[0] ?? 0
    if (first >= 20 && first < 64) this.#handleDtls(packet)
    // A second byte from 192 to 223 means RTCP (RFC 5761, 4); listeners' reports are ignored.
    else if (first >= 128 && first < 192 && !isRtcp(packet)) this.#handleRtp(packet)
  }

  #handleDtls(packet: Buffer): void {
    if (packet.length < 14) return
    const kind = packet[0]
    const isPlain = packet.readUInt16BE(3) === 0
    // Other records are not expected here, and an unencrypted alert could be forged.
    if (kind !== HANDSHAKE && kind !== CHANGE_CIPHER_SPEC && (kind !== ALERT || isPlain)) return
    // A new hello would reset the library's state while a connection is open.
    if (this.isConnected && kind === HANDSHAKE && isPlain && packet[13] === CLIENT_HELLO) return
    try {
      this.#link.onData(packet, ['', 0])
    } catch {
      // An unreadable record is treated as lost.
    }
  }

  #handleRtp(packet: Buffer): void {
    if (!this.#srtp) return
    let rtp: RtpPacket
    try {
      rtp = RtpPacket.deSerialize(this.#srtp.decrypt(packet))
    } catch {
      return
    }
    this.#hooks.onRtp(rtp)
  }

  /** Encrypts synchronously, so that the caller may change the header afterwards. */
  sendRtp(payload: Buffer, header: RtpHeader): void {
    if (this.#srtp) this.#hooks.send(this.#srtp.encrypt(payload, header))
  }

  sendReport(ssrc: number, report: ReceptionReport): void {
    if (!this.#srtcp) return
    const info = new RtcpReceiverInfo({ ...report, jitter: 0, lsr: 0, dlsr: 0 })
    const packet = new RtcpRrPacket({ ssrc, reports: [info] })
    this.#hooks.send(this.#srtcp.encrypt(packet.serialize()))
  }

  #takeKeys(): boolean {
    const profile = this.#dtls.srtp.srtpProfile
    if (profile === undefined) return false
    const keys = this.#dtls.extractSessionKeys(keyLength(profile), saltLength(profile))
    const config = {
      profile,
      keys: {
        localMasterKey: keys.localKey,
        localMasterSalt: keys.localSalt,
        remoteMasterKey: keys.remoteKey,
        remoteMasterSalt: keys.remoteSalt,
      },
    }
    this.#srtp = new SrtpSession(config)
    this.#srtcp = new SrtcpSession(config)
    return true
  }
}

function isRtcp(packet: Buffer): boolean {
  const type = packet[1] ?? 0
  return type >= 192 && type < 224
}

/** Handshake message types (RFC 5246, 7.4). */
const CERTIFICATE = 11
const CERTIFICATE_VERIFY = 15
const CLIENT_KEY_EXCHANGE = 16
const FINISHED = 20

/** Signature algorithms of TLS 1.2 that browsers sign with, by their two bytes. */
const ALGORITHMS: Record<number, { hash: string; padding?: number }> = {
  1027: { hash: 'sha256' },
  1283: { hash: 'sha384' },
  1539: { hash: 'sha512' },
  1025: { hash: 'sha256' },
  1281: { hash: 'sha384' },
  1537: { hash: 'sha512' },
  2052: { hash: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING },
}

/**
 * Verifies that the peer is the browser that made the offer. The library accepts a browser's
 * certificate without checking that the peer has its key, so an attacker in the middle could present
 * a copy of it. This checks the browser's signature over the whole handshake (RFC 5246, 7.4.8), and
 * the certificate against the offered fingerprint (RFC 8122).
 *
 * @returns a function that says whether the proof has been given
 */
function demandProof(dtls: DtlsServer, fingerprint: string): () => boolean {
  let isProved = false
  const once = new Set<number>()
  /** A second key or certificate must not replace the signed one. */
  const isExpected = (type: number): boolean => {
    if (isProved) return type === FINISHED
    if (type !== CERTIFICATE && type !== CLIENT_KEY_EXCHANGE) return true
    return !once.has(type) && once.add(type) !== undefined
  }
  const handle = dtls.onHandleHandshakes
  dtls.onHandleHandshakes = async (messages) => {
    const expected = messages.filter((message) => isExpected(message.msg_type))
    for (const message of expected) {
      if (message.msg_type !== CERTIFICATE_VERIFY) continue
      isProved = provesPossession(dtls, message.fragment, fingerprint)
      if (!isProved) throw new Error('The peer’s certificate is not proven.')
    }
    await handle(expected)
  }
  return () => isProved
}

function provesPossession(dtls: DtlsServer, proof: Buffer, fingerprint: string): boolean {
  const certificate = dtls.remoteCertificate
  const algorithm = ALGORITHMS[proof.readUInt16BE(0)]
  if (!certificate || !algorithm || fingerprintOf(certificate) !== fingerprint) return false
  const signature = proof.subarray(4, 4 + proof.readUInt16BE(2))
  const handshake = Buffer.concat(dtls.dtls.sortedHandshakeCache.map((each) => each.serialize()))
  const key = new X509Certificate(certificate).publicKey
  const padding = algorithm.padding === undefined ? {} : { padding: algorithm.padding }
  return verify(algorithm.hash, handshake, { key, ...padding }, signature)
}

/** SHA-256 of a certificate in SDP's format. */
function fingerprintOf(certificate: Buffer): string {
  const digest = createHash('sha256').update(certificate).digest('hex').toUpperCase()
  return digest.match(/../g)?.join(':') ?? ''
}
