import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useLevel } from './room.ts'

const BARS = [0.1, 0.35, 0.65] as const
const HEIGHTS = ['h-1.5', 'h-3', 'h-4.5'] as const

/** A person's loudness as bars; decorative only. */
export function LevelBars({ participantId }: { participantId: string }): ReactElement {
  const level = useLevel(participantId)
  return (
    <span aria-hidden data-level={level} className="flex h-4.5 items-end gap-0.5">
      {BARS.map((threshold, index) => (
        <span
          key={threshold}
          className={cn(
            'w-1 rounded-full transition-colors',
            HEIGHTS[index],
            level >= threshold ? 'bg-on-air' : 'bg-line',
          )}
        />
      ))}
    </span>
  )
}
