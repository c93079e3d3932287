import { AppError } from '#server/domain/app-error.ts'

/** A browser's push address and the keys that encrypt pushes for it (RFC 8030, RFC 8291). */
export interface PushDevice {
  /** Must not be logged: anyone who knows it can send requests to the push service for this device. */
  endpoint: string
  /** base64url. */
  p256dh: string
  /** base64url. */
  auth: string
}

/** The key pair that identifies this site to push services (VAPID, RFC 8292), each base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushDelivery {
  device: PushDevice
  keys: PushKeys
  /** Where a push service can reach the operator: `mailto:` or `https:`. */
  contact: string
  /** At most 3,000 bytes. */
  payload: string
  /** An undelivered push is replaced by the next one with the same topic. */
  topic: string
  /** How long a push service keeps a push that it cannot deliver yet. */
  keptSeconds: number
}

/** Sends messages to the push services of browsers. */
export interface PushSender {
  makeKeys(): Promise<PushKeys>
  /**
   * Returns the device in the form to be stored. Throws `invalid_input` for an address that cannot be
   * a push service's, such as one inside our own network, and for invalid keys.
   */
  check(device: PushDevice): Promise<PushDevice>
  /**
   * Returns `gone` if the device no longer accepts pushes, and `refused` if the push service won't
   * take this push, so that sending it again can't help. Throws `provider_unavailable` for every
   * failure after which a retry can help, with the seconds to wait if the service named them.
   */
  send(delivery: PushDelivery): Promise<'sent' | 'gone' | 'refused'>
}

export function pushUnavailable(cause: string, retryAfterSeconds?: number): AppError {
  const sentence = 'Pushes cannot be delivered right now.'
  return new AppError('provider_unavailable', sentence, {
    cause: new Error(cause),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })
}

export function noPushAddress(): AppError {
  return new AppError('invalid_input', 'This isn’t a push address.')
}
