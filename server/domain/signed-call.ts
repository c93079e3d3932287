import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of a signature may be from now, in seconds, in either direction. */
const TOLERANCE = 300

/** Signs a body together with the time, as a header value: `t=<seconds>,v1=<hex>`. */
export function signCall(key: Buffer, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000)
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`
}

/** Whether `header` is a valid signature of `body` that was made within `TOLERANCE`. */
export function isSignedCall(key: Buffer, body: Buffer, header: string, now: Date): boolean {
  const match = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(header)
  if (!match) return false
  const seconds = Number(match[1])
  if (Math.abs(now.getTime() / 1_000 - seconds) > TOLERANCE) return false
  return timingSafeEqual(Buffer.from(match[2] ?? '', 'hex'), macOf(key, seconds, body))
}

function macOf(key: Buffer, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest()
}
