import { createElement, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ConfirmDialogBox } from '#web/ui/confirm-dialog-box.tsx'

/** A list in which the first entry asks before it is deleted. */
function Entries({ names, isOpen }: { names: string[]; isOpen: boolean }): ReactElement {
  return createElement(
    'ul',
    null,
    names.map((name) =>
      createElement(
        'li',
        { key: name, id: name },
        createElement('button', { type: 'button' }, 'Delete'),
        name === 'first' &&
          createElement(ConfirmDialogBox, {
            title: 'Delete this?',
            description: 'This can’t be undone.',
            confirmLabel: 'Delete',
            isOpen,
            onOpenChange: () => {},
            onConfirm: () => {},
          }),
      ),
    ),
  )
}

test('if the entry goes while its dialog closes, the next entry has the focus', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const show = (names: string[], isOpen: boolean): void =>
    flushSync(() => root.render(createElement(Entries, { names, isOpen })))
  try {
    show(['first', 'second'], false)
    box.querySelector('button')?.focus()
    show(['first', 'second'], true)
    await vi.waitFor(() =>
      expect(document.activeElement?.closest('[role=alertdialog]')).toBeTruthy(),
    )
    show(['first', 'second'], false)
    show(['second'], false)
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('second'))
  } finally {
    root.unmount()
    box.remove()
  }
})
