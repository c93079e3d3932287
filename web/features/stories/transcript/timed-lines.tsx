import { memo, type ReactElement } from 'react'
import type { TimedLine } from '#contract/transcripts.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import type { Playback } from '#web/features/stories/player/playback.ts'
import { cn } from '#web/lib/cn.ts'

interface TimedLinesProps {
  lines: readonly TimedLine[]
  playback: Playback
  /** The playback position in seconds; undefined before the first play. */
  time: number | undefined
}

/** The transcript below the player. The current line is marked, and each line can be played. */
export function TimedLines({ lines, playback, time }: TimedLinesProps): ReactElement {
  const current = time === undefined ? -1 : currentLine(lines, time * 1_000)
  return (
    <section aria-labelledby="story-caption" className="mt-3 flex flex-col gap-2">
      <h2 id="story-caption" className="text-lg">
        Transcript
      </h2>
      <ol className="-mx-2 flex flex-col">
        {lines.map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
            key={index}
            line={line}
            isCurrent={index === current}
            playback={playback}
          />
        ))}
      </ol>
    </section>
  )
}

interface LineProps {
  line: TimedLine
  isCurrent: boolean
  playback: Playback
}

const Line = memo(({ line, isCurrent, playback }: LineProps): ReactElement => {
  const seconds = line.startMs / 1_000
  const handlePress = (): void => {
    playback.seek(seconds)
    playback.play()
  }
  return (
    <li
      aria-current={isCurrent || undefined}
      className={cn(
        'flex items-start gap-2 rounded-lg border-l-3 pr-2',
        isCurrent ? 'border-primary bg-primary-soft' : 'border-transparent',
      )}
    >
      <button
        type="button"
        aria-label={`Play from ${clockText(seconds)}`}
        onClick={handlePress}
        className="min-h-11 min-w-14 shrink-0 rounded-lg px-2 text-left text-sm text-primary tabular-nums underline-offset-4 hover:underline"
      >
        {clockText(seconds)}
      </button>
      <p dir="auto" className="max-w-[28em] py-2 wrap-anywhere whitespace-pre-wrap">
        <ScriptureText text={line.text} />
      </p>
    </li>
  )
})

/** The index of the line spoken at a time; -1 before the first. Lines must be in order. */
export function currentLine(lines: readonly { startMs: number }[], timeMs: number): number {
  return lines.findLastIndex(({ startMs }) => startMs <= timeMs)
}
