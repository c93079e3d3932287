import { tooBusy, tooManyAtOnce } from '#server/domain/app-error.ts'

export interface BodyLimits {
  /** Bytes of all bodies in memory at once; beyond that, calls are answered with 503. */
  totalBytes: number
  /** The same for one caller, a member or a network; beyond that, calls are answered with 429. */
  callerBytes: number
  /** How many forms with files are received at once. */
  totalForms: number
  callerForms: number
}

/**
 * A parsed body takes several times its bytes, and the whole server has less than 200 MB. The
 * largest body of any call fits into one caller's share.
 */
export const BODY_LIMITS: BodyLimits = {
  totalBytes: 8 * 1024 * 1024,
  callerBytes: 2 * 1024 * 1024,
  totalForms: 32,
  callerForms: 4,
}

/** Bytes of the buffers for a file while it is written to disk. */
const FORM_BUFFERS = 64 * 1024
const RETRY_SECONDS = 2

export interface BodyNeed {
  bytes: number
  /** A multipart form, whose files go to the disk. */
  isForm: boolean
}

/** The memory for request bodies. A body counts from before it is read until its call is done. */
export interface BodyMemory {
  /**
   * Reserves memory for a body that is about to be read; disposing releases it. Throws
   * `provider_unavailable` or, if the caller's own share is used up, `rate_limited`.
   */
  reserve(caller: string, body: BodyNeed): Disposable
}

interface Share {
  bytes: number
  forms: number
}

export function createBodyMemory(limits: BodyLimits = BODY_LIMITS): BodyMemory {
  const all: Share = { bytes: 0, forms: 0 }
  const callers = new Map<string, Share>()
  return {
    reserve: (caller, { bytes: bodyBytes, isForm }) => {
      const bytes = bodyBytes + (isForm ? FORM_BUFFERS : 0)
      const forms = isForm ? 1 : 0
      const own = callers.get(caller) ?? { bytes: 0, forms: 0 }
      if (own.bytes + bytes > limits.callerBytes || own.forms + forms > limits.callerForms) {
        throw tooManyAtOnce(RETRY_SECONDS)
      }
      if (all.bytes + bytes > limits.totalBytes || all.forms + forms > limits.totalForms) {
        throw tooBusy(RETRY_SECONDS)
      }
      callers.set(caller, own)
      add(own, bytes, forms)
      add(all, bytes, forms)
      return {
        [Symbol.dispose]: () => {
          add(own, -bytes, -forms)
          add(all, -bytes, -forms)
          if (own.bytes === 0 && own.forms === 0) callers.delete(caller)
        },
      }
    },
  }
}

function add(share: Share, bytes: number, forms: number): void {
  share.bytes += bytes
  share.forms += forms
}
