import type { PaymentsHealth } from '#contract/shop.ts'

type Found = Pick<PaymentsHealth, 'mismatches' | 'lastComparedAt'>

/** The result of a comparison, for its toast. */
export function comparisonText(before: Found, after: Found): string {
  const known = new Set(before.mismatches.map(({ id }) => id))
  const fresh = after.mismatches.filter(({ id }) => !known.has(id))
  // A long comparison continues in the background.
  if (after.lastComparedAt === before.lastComparedAt) {
    return 'This is taking longer and continues in the background. Check again in a few minutes.'
  }
  if (fresh.length === 0) return 'Everything matches.'
  const open = fresh.filter(({ isMended }) => !isMended).length
  const differences = fresh.length === 1 ? '1 difference' : `${fresh.length} differences`
  if (open === 0) return `${differences} found and fixed.`
  return `${differences} found, ${open} of which ${open === 1 ? 'needs' : 'need'} your attention.`
}
