import type { ReactElement } from 'react'
import { CardTitle } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface SwitchHeaderProps {
  id: string
  title: string
  /** Undefined until it is known. */
  isOn: boolean | undefined
  onChange: (isOn: boolean) => void
}

/** The heading of a card with a switch that turns its subject on and off. */
export function SwitchHeader({ id, title, isOn, onChange }: SwitchHeaderProps): ReactElement {
  return (
    <div className="-my-2 flex min-h-11 items-center justify-between gap-4">
      <CardTitle id={id}>{title}</CardTitle>
      {isOn === undefined ? null : (
        <Switch
          label={<span className="sr-only">{title}</span>}
          className="gap-0"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </div>
  )
}
