/** The input of a person in a field before it was hydrated. */
interface EarlyValue {
  value: string
  checked: boolean
  /** Whether the server sent the field without a text. */
  wasEmpty: boolean
}

type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The input that `before-paint.js` remembers. */
interface EarlyInput {
  fields: Map<EarlyField, EarlyValue>
  submission: { form: HTMLFormElement; submitter: HTMLElement | null } | null
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/** Whether a person has entered something that its form doesn't know yet. */
export function hasEarlyInput(): boolean {
  return (window.earlyInput?.fields.size ?? 0) > 0
}

/** Repeats what a person did in a form before it was hydrated, so that the form learns of it. */
export function repeatEarlyInput(form: HTMLFormElement): void {
  const early = window.earlyInput
  if (!early) return
  for (const [field, value] of early.fields) {
    if (field.form !== form) continue
    early.fields.delete(field)
    enter(field, value)
  }
  const { submission } = early
  if (submission?.form !== form) return
  early.submission = null
  // The fields' new values are rendered first.
  setTimeout(() => {
    if (form.isConnected) form.requestSubmit(submission.submitter)
  })
}

function enter(field: EarlyField, { value, checked, wasEmpty }: EarlyValue): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !checked
    field.click()
  } else {
    const draft = field.value
    // A draft that has appeared meanwhile stays above the new text.
    const isBelow = field instanceof HTMLTextAreaElement && wasEmpty && draft && draft !== value
    type(field, isBelow ? `${draft}\n${value}` : value)
  }
}

/** React ignores an input event unless the value differs from the one that was set last. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = `${value} `
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
