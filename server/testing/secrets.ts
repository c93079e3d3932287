/** Shorter texts appear in any log by chance. */
const SHORTEST = 6
const PRIVATE_INPUTS = [
  'username',
  'email',
  'password',
  'anonymousUsername',
  'code',
  'otp',
  'token',
  'newPassword',
  'currentPassword',
]

/** Collects private values that tests use, so that a test can check that no log contains them. */
export class Secrets {
  readonly #texts = new Set<string>()

  add(...texts: (string | undefined)[]): void {
    for (const text of texts) if (text && text.length >= SHORTEST) this.#texts.add(text)
  }

  /** Adds the private fields of a request's body. */
  addBody(body: unknown): void {
    if (typeof body !== 'object' || body === null) return
    for (const [name, value] of Object.entries(body)) {
      if (PRIVATE_INPUTS.includes(name) && typeof value === 'string') this.add(value.trim())
    }
  }

  get size(): number {
    return this.#texts.size
  }

  /** The secrets found in a log, in any case, but not as a part of a longer word. */
  in(log: string): string[] {
    const lower = log.toLowerCase()
    return [...this.#texts].filter((text) => {
      const wanted = text.toLowerCase()
      const isWord = (character: string | undefined): boolean => /[\w-]/.test(character ?? '')
      for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
        if (!isWord(lower[at - 1]) && !isWord(lower[at + wanted.length])) return true
      }
      return false
    })
  }
}
