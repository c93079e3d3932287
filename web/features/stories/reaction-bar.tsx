import { type ReactElement, useState } from 'react'
import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'
import { REACTION_EMOJI, REACTION_KINDS } from '#contract/story-limits.ts'
import { ReactionBurst } from '#web/features/stories/reaction-burst.tsx'
import { REACTION_LABELS } from '#web/features/stories/story-labels.ts'
import { useReactions } from '#web/features/stories/use-reactions.ts'
import { cn } from '#web/lib/cn.ts'

interface ReactionBarProps {
  storyId: number
  totals: ReactionTotals
}

export function ReactionBar({ storyId, totals }: ReactionBarProps): ReactElement {
  const change = useReactions(storyId)
  return (
    <section aria-label="Reactions" className="flex flex-wrap items-center gap-2">
      {REACTION_KINDS.map((kind) => (
        <ReactionButton
          key={kind}
          kind={kind}
          count={totals.counts[kind]}
          isGiven={totals.mine.includes(kind)}
          onChange={(isGiven) => change({ kind, isGiven })}
        />
      ))}
      <p aria-live="polite" className="pl-1 text-sm text-ink-quiet">
        {totals.total === 1 ? '1 reaction' : `${totals.total} reactions`}
      </p>
    </section>
  )
}

interface ReactionButtonProps {
  kind: ReactionKind
  count: number
  isGiven: boolean
  onChange: (isGiven: boolean) => void
}

function ReactionButton({ kind, count, isGiven, onChange }: ReactionButtonProps): ReactElement {
  const [bursts, setBursts] = useState<number[]>([])
  const handlePress = (): void => {
    onChange(!isGiven)
    if (!isGiven) setBursts((running) => [...running, (running.at(-1) ?? 0) + 1])
  }
  return (
    <button
      type="button"
      aria-pressed={isGiven}
      aria-label={`${REACTION_LABELS[kind]}, ${count}`}
      onClick={handlePress}
      className={cn(
        'relative inline-flex min-h-11 min-w-16 items-center justify-center gap-2 rounded-full border px-4',
        isGiven
          ? 'border-primary bg-primary-soft font-semibold text-primary-strong'
          : 'border-line-strong bg-surface hover:bg-sand',
      )}
    >
      <span aria-hidden data-word={REACTION_LABELS[kind]} className="emoji text-xl leading-none">
        {REACTION_EMOJI[kind]}
      </span>
      <span aria-hidden className="tabular-nums">
        {count}
      </span>
      {bursts.map((burst) => (
        <ReactionBurst
          key={burst}
          emoji={REACTION_EMOJI[kind]}
          onEnd={() => setBursts((running) => running.filter((other) => other !== burst))}
        />
      ))}
    </button>
  )
}
