import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

interface SaveBarProps {
  state: { isDirty: boolean; isSaving: boolean; error: Error | null; undo: () => void }
  /** The save button's label. */
  label?: string
}

/** The end of a settings form: the error, the save button and the undo button. */
export function SaveBar({ state, label = 'Save Settings' }: SaveBarProps): ReactElement {
  const { isDirty, isSaving, error, undo } = state
  return (
    <>
      <ErrorNotice title="Failed to save settings" error={error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
          {label}
        </Button>
        {isDirty ? (
          <Button variant="ghost" onClick={undo}>
            Undo changes
          </Button>
        ) : null}
        <p role="status" className="text-sm text-ink-quiet">
          {isDirty ? 'You have changes that are not saved.' : ''}
        </p>
      </div>
    </>
  )
}
