/** The list with one entry moved to another index, clamped to the ends of the list. */
export function moved<T>(list: readonly T[], entry: T, place: number): T[] {
  const rest = list.filter((each) => each !== entry)
  rest.splice(Math.min(Math.max(place, 0), rest.length), 0, entry)
  return rest
}
