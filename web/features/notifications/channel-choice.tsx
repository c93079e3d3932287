import type { ReactElement } from 'react'
import type { NotificationChoice } from '#contract/notifications.ts'
import { KIND_LABELS } from '#web/features/notifications/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

interface ChannelChoiceProps {
  choice: NotificationChoice
  /** Without a device that takes pushes, what was chosen for them stays as it is. */
  hasDevice: boolean
  onChange: (choice: NotificationChoice) => void
}

/** Where the member hears of one kind of thing. */
export function ChannelChoice({ choice, hasDevice, onChange }: ChannelChoiceProps): ReactElement {
  return (
    <fieldset>
      <legend className="font-medium">{KIND_LABELS[choice.kind]}</legend>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label="In the app"
          checked={choice.inApp}
          onChange={(event) => onChange({ ...choice, inApp: event.target.checked })}
        />
        <Checkbox
          label="By email"
          checked={choice.byMail}
          onChange={(event) => onChange({ ...choice, byMail: event.target.checked })}
        />
        <Checkbox
          label="Push"
          checked={choice.byPush}
          disabled={!hasDevice}
          onChange={(event) => onChange({ ...choice, byPush: event.target.checked })}
        />
      </div>
    </fieldset>
  )
}
