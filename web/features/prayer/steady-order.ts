/**
 * The ids of a refetched list, ordered so that nothing moves under a finger: shown ids keep their
 * order, new ones follow, and missing ones are dropped.
 */
export function steadyOrder(shown: readonly number[], fresh: readonly number[]): number[] {
  const known = new Set(shown)
  const there = new Set(fresh)
  return [...shown.filter((id) => there.has(id)), ...fresh.filter((id) => !known.has(id))]
}
