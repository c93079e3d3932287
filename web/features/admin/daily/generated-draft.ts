import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { DailySource, type DailyType, type GeneratedContent, Quotation } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'

/** A generated text, possibly changed by hand, that waits on this device to be published. */
export const GeneratedDraft = z.object({
  content: z.string(),
  /** As it was generated. */
  original: z.string(),
  source: DailySource,
  /** Which text of the library it is. */
  libraryKey: z.string().nullable(),
  fallbackReason: z.string().nullable(),
  /** Those of the original. */
  quotations: z.array(Quotation),
  /** The day to publish it for; empty for the day on which it is published. */
  date: z.string(),
})
export type GeneratedDraft = z.infer<typeof GeneratedDraft>

export function draftOf(generated: GeneratedContent): GeneratedDraft {
  return GeneratedDraft.parse({ ...generated, original: generated.content, date: '' })
}

/** Whether somebody worked on it, so that it must not be lost by mistake. */
export function isChanged(draft: GeneratedDraft): boolean {
  return draft.content !== draft.original
}

/** Where a draft comes from when it is published: who changes a text is its writer. */
export function originOf(draft: GeneratedDraft): {
  source: DailySource
  libraryKey: string | null
} {
  if (isChanged(draft)) return { source: 'manual', libraryKey: null }
  return { source: draft.source, libraryKey: draft.libraryKey }
}

/** Longer memories are of no use: the library is not that large. */
const MOST_SEEN = 200
const SeenKeys = z.array(z.string())

function seenKey(memberId: string, type: DailyType): string {
  return `daily:${memberId}:${type}:seen`
}

/** Texts of the library that were drafts here, latest first, so that the next one is another. */
export function readSeen(memberId: string, type: DailyType): string[] {
  return readDraft(seenKey(memberId, type), SeenKeys) ?? []
}

export function rememberSeen(memberId: string, generated: GeneratedContent): void {
  const { type, libraryKey } = generated
  if (libraryKey === null) return
  const older = readSeen(memberId, type).filter((key) => key !== libraryKey)
  writeDraft(seenKey(memberId, type), [libraryKey, ...older].slice(0, MOST_SEEN))
}

type ChangeDraft = (change: (old: GeneratedDraft | null) => GeneratedDraft | null) => void

/**
 * The draft of one type, on this device. It is kept beside the page, so that a text that arrives
 * after the page was left is there when one comes back.
 */
export function useGeneratedDraft(type: DailyType): [GeneratedDraft | null, ChangeDraft] {
  const key = `daily:${useMember().id}:${type}`
  const queryKey = ['draft', key]
  const queryClient = useQueryClient()
  const read = (): GeneratedDraft | null => readDraft(key, GeneratedDraft) ?? null
  const { data } = useQuery({ queryKey, queryFn: read, initialData: read })
  const change: ChangeDraft = (changeOld) => {
    const next = changeOld(queryClient.getQueryData<GeneratedDraft | null>(queryKey) ?? read())
    if (next) writeDraft(key, next)
    else clearDraft(key)
    queryClient.setQueryData(queryKey, next)
  }
  return [data, change]
}
