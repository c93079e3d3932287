const CODE_LENGTH = 6

/** The first six digits of typed or pasted text, such as '123 456'. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH)
}
