/**
 * The ids of a list that was read again, so that nothing moves under a finger: those that were shown
 * keep their order, new ones follow, and what is gone goes.
 */
export function steadyOrder(shown: readonly number[], fresh: readonly number[]): number[] {
  const known = new Set(shown)
  const there = new Set(fresh)
  return [...shown.filter((id) => there.has(id)), ...fresh.filter((id) => !known.has(id))]
}
