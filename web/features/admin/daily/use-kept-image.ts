import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findKeptImage, keepImage, removeKeptImage } from '#web/features/admin/daily/image-draft.ts'

export interface KeptImage {
  file: File | null
  /** Null removes the image. */
  choose: (file: File | null) => void
}

/** The image of a draft. It survives a reload if the browser can store it. */
export function useKeptImage(draftKey: string): KeptImage {
  const queryKey = ['draft-image', draftKey]
  const queryClient = useQueryClient()
  const { data = null } = useQuery({
    queryKey,
    queryFn: () =>
      findKeptImage(draftKey)
        .catch(() => undefined)
        .then((kept) => {
          // A choice made in the meantime wins, even a removal.
          const chosen = queryClient.getQueryData<File | null>(queryKey)
          return chosen === undefined ? (kept ?? null) : chosen
        }),
  })
  return {
    file: data,
    choose: (file) => {
      queryClient.setQueryData(queryKey, file)
      const kept = file ? keepImage(draftKey, file) : removeKeptImage(draftKey)
      // If the browser can't store it, it lasts until the page is left.
      kept.catch(() => undefined)
    },
  }
}
