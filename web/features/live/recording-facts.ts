import type { LiveRecording } from '#contract/live.ts'
import { clockText } from '#web/features/stories/player/clock-text.ts'

const MEGA = 1024 * 1024

/** Length and size, if known: '1:02:10', '21.4 MB'. */
export function recordingFacts({
  duration,
  size,
}: Pick<LiveRecording, 'duration' | 'size'>): string[] {
  return [
    ...(duration === null ? [] : [clockText(duration)]),
    ...(size === null ? [] : [`${Math.max(0.1, size / MEGA).toFixed(1)} MB`]),
  ]
}
