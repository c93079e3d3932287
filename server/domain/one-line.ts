/**
 * Turns a text into one line that is safe in an email header: white space, line separators and
 * control characters become single spaces. Needed because stored texts may be older than the rule
 * that refuses these characters.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
