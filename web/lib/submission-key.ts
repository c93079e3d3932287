/** An idempotency key for something new, so that a second try doesn't create a duplicate. */
export interface SubmissionKey {
  /** Returns the same key for the same content, until `renew`. */
  of(content: unknown): string
  /** Call it after a success: sending the same content again is then intended. */
  renew(): void
}

export function createSubmissionKey(): SubmissionKey {
  let last: { content: string; key: string } | undefined
  return {
    of: (content) => {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: crypto.randomUUID() }
      return last.key
    },
    renew: () => {
      last = undefined
    },
  }
}
