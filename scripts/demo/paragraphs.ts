/** Joins paragraphs the way a member's text box does: with an empty line between them. */
export function paragraphs(...parts: string[]): string {
  return parts.join('\n\n')
}
