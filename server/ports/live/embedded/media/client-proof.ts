import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import type { DtlsServer } from 'werift'

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
export function demandProof(dtls: DtlsServer, fingerprint: string): () => boolean {
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
