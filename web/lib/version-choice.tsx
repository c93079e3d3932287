import type { ReactElement } from 'react'
import { differencesOf, type VersionChoice, type VersionConflict } from '#web/lib/versions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'

interface VersionDialogProps extends VersionConflict {
  onChoose: (choice: VersionChoice) => void
}

/** Asks which of two texts to keep, after something was changed somewhere else. */
export function VersionDialog({ onChoose, ...conflict }: VersionDialogProps): ReactElement {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onChoose(undefined))}>
      <DialogContent
        title={conflict.isOwn ? 'This was changed on another device' : 'This was changed meanwhile'}
        description={`${causeOf(conflict)} Nothing is lost yet. Which one do you want to keep?`}
      >
        <VersionPicker {...conflict} onChoose={onChoose} />
      </DialogContent>
    </Dialog>
  )
}

function causeOf({ isOwn, newer }: VersionConflict): string {
  if (isOwn) return 'You changed it somewhere else after you opened it here.'
  const name = 'changedBy' in newer && newer.changedBy
  return `${name || 'Someone on your team'} changed it after you opened it here.`
}

interface VersionPickerProps extends VersionConflict {
  onChoose: (choice: 'mine' | 'newer') => void
}

const SIDES = [
  {
    title: 'Yours',
    side: 'mine',
    state: 'Entered here, not saved yet',
    button: 'Keep mine',
    outcome: 'Replaces the newer one.',
  },
  {
    title: 'The newer one',
    side: 'newer',
    state: 'Saved since you opened it here',
    button: 'Use the newer one',
    outcome: 'Discards yours.',
  },
] as const

/** Both texts, each with the button that keeps it. */
export function VersionPicker({ onChoose, ...conflict }: VersionPickerProps): ReactElement {
  const differences = differencesOf(conflict)
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {SIDES.map(({ title, side, state, button, outcome }) => (
        <section key={side} aria-label={title} className="flex min-w-0 flex-col gap-4">
          <div className="grow border-l-3 border-line-strong pl-4">
            <h3 className="text-base font-semibold">{title}</h3>
            <p className="text-sm text-ink-quiet">{state}</p>
            <dl className="mt-3 flex flex-col gap-3">
              {differences.map((difference) => (
                <div key={difference.label}>
                  <dt className="text-sm text-ink-quiet">{difference.label}</dt>
                  <dd dir="auto" className="break-words whitespace-pre-line">
                    {difference[side] || <span className="text-ink-quiet">Empty</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="flex flex-col gap-1.5">
            <Button variant="outline" onClick={() => onChoose(side)}>
              {button}
            </Button>
            <p className="text-center text-sm text-ink-quiet">{outcome}</p>
          </div>
        </section>
      ))}
    </div>
  )
}
