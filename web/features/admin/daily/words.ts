import type { QueryClient } from '@tanstack/react-query'
import type { BusinessWords } from '#contract/business-words.ts'
import type { BusinessWord } from '#contract/daily.ts'
import { call } from '#web/lib/api.ts'
import { businessWordCalls, dailyCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const wordsQuery = endpointQuery(businessWordCalls.list, fresh)

/** Replaces the list. `version` is that of the list which was changed. */
export function saveWords(
  words: readonly BusinessWord[],
  version: string | undefined,
): Promise<BusinessWords> {
  return call(businessWordCalls.save, { body: { words: [...words], version } })
}

/** Refetches everything that shows business words. */
export async function refreshWords(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries(wordsQuery),
    client.invalidateQueries({ queryKey: [dailyCalls.get.path] }),
  ])
}

export interface WordChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

/** What a file changes in the list. A word keeps its place in the file. */
export function wordChanges(
  before: readonly BusinessWord[],
  after: readonly BusinessWord[],
): WordChanges {
  const known = new Map(before.map((word) => [word.word, word]))
  const kept = new Set(after.map(({ word }) => word))
  const isChanged = ({ word, meaning, example }: BusinessWord): boolean => {
    const old = known.get(word)
    return old !== undefined && (old.meaning !== meaning || old.example !== example)
  }
  return {
    added: after.flatMap(({ word }) => (known.has(word) ? [] : [word])),
    changed: after.filter(isChanged).map(({ word }) => word),
    removed: before.flatMap(({ word }) => (kept.has(word) ? [] : [word])),
  }
}
