/** Joins paragraphs with an empty line between them, as in a member's text box. */
export function paragraphs(...parts: string[]): string {
  return parts.join('\n\n')
}
