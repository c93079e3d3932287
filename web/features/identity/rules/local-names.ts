import type { NameFinding, Rule } from '../finding.ts'

/** Names by their first word, so that a long list is as fast as a short one. */
type Index = Map<string, string[][]>

let indexed: { names: readonly string[]; index: Index } | undefined

/** Finds names from the community's own list of places, ignoring case. */
export const localNames: Rule = (text, { localNames: names }) => {
  if (names.length === 0) return []
  const index = indexOf(names)
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index: start, 0: word }) => ({
    word: word.toLowerCase(),
    start,
    end: start + word.length,
  }))
  return words.flatMap(({ word, start }, position): NameFinding[] => {
    const length = index
      .get(word)
      ?.find((name) =>
        name.every((each, offset) => words[position + offset]?.word === each),
      )?.length
    const end = length === undefined ? undefined : words[position + length - 1]?.end
    return end === undefined ? [] : [{ kind: 'place', start, end, softer: softerFor(text, start) }]
  })
}

function softerFor(text: string, start: number): string {
  return /\b(?:in|from|to|near|of) $/i.test(text.slice(Math.max(0, start - 6), start))
    ? 'my town'
    : 'a place near here'
}

function indexOf(names: readonly string[]): Index {
  if (indexed?.names === names) return indexed.index
  const index: Index = new Map()
  // Longer ones first: 'Cedar Hollow Road' before 'Cedar Hollow'.
  for (const words of names.map(wordsOf).sort((one, other) => other.length - one.length)) {
    const [first] = words
    if (first === undefined) continue
    index.set(first, [...(index.get(first) ?? []), words])
  }
  indexed = { names, index }
  return index
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
