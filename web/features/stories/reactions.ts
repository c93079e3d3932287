import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'

/** The totals after one's own reaction was given, or taken back where it stood. Its own inverse. */
export function toggledReaction(totals: ReactionTotals, kind: ReactionKind): ReactionTotals {
  const isGiven = totals.mine.includes(kind)
  const step = isGiven ? -1 : 1
  return {
    total: totals.total + step,
    counts: { ...totals.counts, [kind]: totals.counts[kind] + step },
    mine: isGiven ? totals.mine.filter((mine) => mine !== kind) : [...totals.mine, kind],
  }
}
