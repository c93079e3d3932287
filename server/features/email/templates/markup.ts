/** Markup that is safe to send. */
export class Safe {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }

  /** Markup that has been sanitized, as `styleMail` returns it. */
  static sanitized(markup: string): Safe {
    return new Safe(markup)
  }

  /** Keeps the template's own text as it is, and escapes every value that is not `Safe`. */
  static html(strings: TemplateStringsArray, ...values: Value[]): Safe {
    return new Safe(String.raw({ raw: strings }, ...values.map(render)))
  }
}

type Value = string | number | Safe | Safe[]

export const html = Safe.html

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(value: Value): string {
  if (value instanceof Safe) return value.toString()
  if (Array.isArray(value)) return value.join('')
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
