import { AppError } from '#server/domain/app-error.ts'

/** Where a browser takes pushes and how they are encrypted for it (RFC 8030, RFC 8291). */
export interface PushDevice {
  /** Whoever knows it can make the push service work for the device: it stands in no log. */
  endpoint: string
  /** base64url. */
  p256dh: string
  /** base64url. */
  auth: string
}

/** The key pair by which push services know this site (VAPID, RFC 8292), each base64url. */
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
  /** What a device has not seen yet is replaced by the next push with the same topic. */
  topic: string
  /** How long a push service keeps what it cannot deliver yet. */
  keptSeconds: number
}

/** Hands messages to the push services of browsers. */
export interface PushSender {
  makeKeys(): Promise<PushKeys>
  /**
   * The device as it is to be stored. Throws `invalid_input` for an address that can be no push
   * service's, such as one inside our own network, and for keys that are none.
   */
  check(device: PushDevice): Promise<PushDevice>
  /**
   * `gone` when the device takes no pushes any more. Throws `provider_unavailable` for everything
   * that is worth another try.
   */
  send(delivery: PushDelivery): Promise<'sent' | 'gone'>
}

export function pushUnavailable(cause: string): AppError {
  const sentence = 'Pushes cannot be delivered right now.'
  return new AppError('provider_unavailable', sentence, { cause: new Error(cause) })
}

export function noPushAddress(): AppError {
  return new AppError('invalid_input', 'This is no push address.')
}
