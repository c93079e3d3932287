import { type ReactElement, useEffect, useRef } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { ManualForm } from '#web/features/admin/daily/manual-form.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface ManualPanelProps {
  draftKey: string
  today: DateText
  /** Returns true once after the panel is opened from another part of the page. */
  takeFocus: () => boolean
}

export function ManualPanel({ draftKey, today, takeFocus }: ManualPanelProps): ReactElement {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takeFocus()) return
    card.current?.scrollIntoView({ block: 'start' })
    card.current?.focus({ preventScroll: true })
  }, [takeFocus])
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="manual-creation" className="scroll-mt-20">
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
