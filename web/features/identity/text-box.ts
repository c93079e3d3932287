/** The elements that members write in. */
export type TextBox = HTMLTextAreaElement | HTMLInputElement

export interface Change {
  start: number
  end: number
  words: string
}

/** Replaces words as if typed, so that the browser's own undo reverts it. */
export function replaceIn(box: TextBox, { start, end, words }: Change): void {
  select(box, { start, end })
  // Deprecated, but the only way to keep the undo history of a text box.
  if (document.execCommand('insertText', false, words)) return
  box.setRangeText(words, start, end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Selects words and scrolls to them; browsers only scroll when the box gets the focus. */
export function select(box: TextBox, { start, end }: { start: number; end: number }): void {
  box.blur()
  box.setSelectionRange(start, end)
  box.focus()
}

/** Whether the box can be changed right now. */
export function isEditable(box: TextBox): boolean {
  return !box.readOnly && !box.matches(':disabled')
}
