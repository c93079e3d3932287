/** A text to start from. */
export interface Template {
  label: string
  text: string
}

/** A template fills an untouched box; what was typed stays, and the template follows it. */
export function withTemplate(
  written: string,
  template: string,
  templates: readonly Template[],
): string {
  const typed = written.trim()
  const isUntouched = typed === '' || templates.some(({ text }) => text === typed)
  return isUntouched ? template : `${typed}\n\n${template}`
}
