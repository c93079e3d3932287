import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'
import { REACTION_EMOJI, REACTION_KINDS } from '#contract/story-limits.ts'
import { useCompleteStep } from '#web/features/dashboard/day-steps.ts'
import { storyQuery } from '#web/features/stories/queries.ts'
import { REACTION_LABELS } from '#web/features/stories/story-labels.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/counted.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Member document, section 9. */
const EMOJIS = 12

const LIFE_MS = 800

const RADIUS_PX = 72

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
        {counted(totals.total, 'reaction')}
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

interface ReactionBurstProps {
  emoji: string
  onEnd: () => void
}

/**
 * Emojis that fly up from a reaction and disappear. Not shown to people who prefer reduced motion.
 */
function ReactionBurst({ emoji, onEnd }: ReactionBurstProps): ReactElement | null {
  const ref = useRef<HTMLSpanElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!hasReducedMotion()) for (const piece of ref.current?.children ?? []) fly(piece)
    const timer = setTimeout(end, LIFE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (hasReducedMotion()) return null
  return (
    <span ref={ref} aria-hidden className="pointer-events-none absolute inset-0 z-10">
      {Array.from({ length: EMOJIS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are identical and never reordered
        <span key={index} className="absolute top-1/2 left-1/2 opacity-0">
          {emoji}
        </span>
      ))}
    </span>
  )
}

function hasReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Animates a piece to a random point in the upper half circle around its start. */
function fly(piece: Element): void {
  const angle = -Math.PI * (0.08 + 0.84 * Math.random())
  const distance = RADIUS_PX * (0.55 + 0.45 * Math.random())
  const x = Math.cos(angle) * distance
  const y = Math.sin(angle) * distance
  piece.animate(
    [
      { opacity: 1, transform: 'translate(-50%, -50%) scale(0.6)' },
      { opacity: 1, offset: 0.6 },
      {
        opacity: 0,
        transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(1.1)`,
      },
    ],
    { duration: LIFE_MS, easing: 'ease-out' },
  )
}

/** The totals after toggling the viewer's own reaction. Toggling twice restores them. */
export function toggledReaction(totals: ReactionTotals, kind: ReactionKind): ReactionTotals {
  const isGiven = totals.mine.includes(kind)
  const step = isGiven ? -1 : 1
  return {
    total: totals.total + step,
    counts: { ...totals.counts, [kind]: totals.counts[kind] + step },
    mine: isGiven ? totals.mine.filter((mine) => mine !== kind) : [...totals.mine, kind],
  }
}

interface Change {
  kind: ReactionKind
  isGiven: boolean
}

/**
 * Adds and removes reactions. A press shows immediately and is undone on failure. Quick presses are
 * sent one after the other, and only the last response updates the totals.
 */
function useReactions(storyId: number): (change: Change) => void {
  const queryClient = useQueryClient()
  const mutationKey = ['reactions', storyId]
  const about = mutationKey.join()
  const completeStep = useCompleteStep()
  const setTotals = (change: (totals: ReactionTotals) => ReactionTotals): void => {
    queryClient.setQueryData(
      storyQuery(storyId).queryKey,
      (story) => story && { ...story, reactions: change(story.reactions) },
    )
  }
  const { mutate } = useMutation({
    mutationKey,
    meta: { about },
    scope: { id: about },
    mutationFn: ({ kind, isGiven }: Change) =>
      isGiven
        ? call(storyCalls.react, { body: { storyId, reaction: kind } })
        : call(storyCalls.unreact, { params: { id: storyId, reaction: kind } }),
    onMutate: async ({ kind }) => {
      await queryClient.cancelQueries({ queryKey: storyQuery(storyId).queryKey })
      setTotals((totals) => toggledReaction(totals, kind))
    },
    onSuccess: (totals, { isGiven }) => {
      if (queryClient.isMutating({ mutationKey }) === 1) setTotals(() => totals)
      if (!isGiven) return
      completeStep('encourage')
      toast({ title: 'Reaction added!', about })
    },
    onError: (error, { kind }) => {
      setTotals((totals) => toggledReaction(totals, kind))
      toastError('Your reaction was not saved', error, about)
    },
  })
  return mutate
}
