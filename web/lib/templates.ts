/** A prewritten text. */
export interface Template {
  label: string
  text: string
}

/** Fills an untouched box with the template, or appends the template to typed text. */
export function withTemplate(
  written: string,
  template: string,
  templates: readonly Template[],
): string {
  const typed = written.trim()
  const isUntouched = typed === '' || templates.some(({ text }) => text === typed)
  return isUntouched ? template : `${typed}\n\n${template}`
}
