import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { ManualForm } from '#web/features/admin/daily/manual-form.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface ManualPanelProps {
  draftKey: string
  today: DateText
}

export function ManualPanel({ draftKey, today }: ManualPanelProps): ReactElement {
  return (
    <Card aria-labelledby="manual-creation">
      <CardHeader>
        <CardTitle id="manual-creation">Write it yourself</CardTitle>
        <CardDescription>
          A text or an image, for today or a later day. Your draft stays on this device until you
          publish it.
        </CardDescription>
      </CardHeader>
      <ManualForm draftKey={draftKey} today={today} />
    </Card>
  )
}
