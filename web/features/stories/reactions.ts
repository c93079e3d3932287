import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'

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
