import type { ReactElement } from 'react'
import type { Mood } from '#contract/moods.ts'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface MoodChoiceProps {
  value: Mood | null
  onChange: (mood: Mood) => void
  onPointerEnter?: () => void
}

/** The seven moods on the dashboard, before the member has shared today's. */
export function MoodChoice({ value, onChange, onPointerEnter }: MoodChoiceProps): ReactElement {
  return (
    <Card aria-labelledby="mood-title" className="p-4 sm:p-6" onPointerEnter={onPointerEnter}>
      <CardHeader>
        <CardTitle id="mood-title" className="max-[22rem]:text-lg">
          Mood & Gratitude
        </CardTitle>
        <CardDescription>Only you can read this.</CardDescription>
      </CardHeader>
      <MoodGrid value={value} onChange={onChange} error={undefined} />
    </Card>
  )
}
