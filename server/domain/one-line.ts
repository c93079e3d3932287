/**
 * A text as one line, fit for an email's header: white space, line separators and control characters
 * become single blanks. What is stored may be older than the rule that refuses them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
