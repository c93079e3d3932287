import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { DailySource, type DailyType, type GeneratedContent, Quotation } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'

/** A generated text, possibly edited, that is saved on this device until it is published. */
export const GeneratedDraft = z.object({
  content: z.string(),
  /** The content as it was generated. */
  original: z.string(),
  source: DailySource,
  /** The key of the text in the library; null if it isn't from there. */
  libraryKey: z.string().nullable(),
  fallbackReason: z.string().nullable(),
  /** The quotations of the original. */
  quotations: z.array(Quotation),
  /** The day to publish it for; empty for the day on which it is published. */
  date: z.string(),
})
export type GeneratedDraft = z.infer<typeof GeneratedDraft>

export function draftOf(generated: GeneratedContent): GeneratedDraft {
  return GeneratedDraft.parse({ ...generated, original: generated.content, date: '' })
}

/** Whether the draft was edited, so that it must not be discarded without asking. */
export function isChanged(draft: GeneratedDraft): boolean {
  return draft.content !== draft.original
}

/** The source of a draft when it is published. An edited text counts as written by hand. */
export function originOf(draft: GeneratedDraft): {
  source: DailySource
  libraryKey: string | null
} {
  if (isChanged(draft)) return { source: 'manual', libraryKey: null }
  return { source: draft.source, libraryKey: draft.libraryKey }
}

/** Enough to remember: the library isn't larger. */
const MOST_SEEN = 200
const SeenKeys = z.array(z.string())

function seenKey(memberId: string, type: DailyType): string {
  return `daily:${memberId}:${type}:seen`
}

/** Keys of library texts already offered here, latest first, so that the next draft is different. */
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
 * The draft of one type, saved on this device. It is independent of the page, so a text that arrives
 * after the administrator left is there when they return.
 */
export function useGeneratedDraft(type: DailyType): [GeneratedDraft | null, ChangeDraft] {
  const key = `daily:${useMember().id}:${type}`
  const queryKey = ['draft', key]
  const queryClient = useQueryClient()
  const read = (): GeneratedDraft | null => readDraft(key, GeneratedDraft) ?? null
  const isHydrated = useIsHydrated()
  const { data = null } = useQuery({
    queryKey,
    queryFn: read,
    enabled: isHydrated,
    ...(isHydrated && { initialData: read }),
  })
  const change: ChangeDraft = (changeOld) => {
    const next = changeOld(queryClient.getQueryData<GeneratedDraft | null>(queryKey) ?? read())
    if (next) writeDraft(key, next)
    else clearDraft(key)
    queryClient.setQueryData(queryKey, next)
  }
  return [data, change]
}
