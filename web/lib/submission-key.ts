/** The key under which something new is sent, so that a second try adds nothing. */
export interface SubmissionKey {
  /** The same for the same content, until it is renewed. */
  of(content: unknown): string
  /** After a success: the same words again are meant. */
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
