import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findKeptImage, keepImage, removeKeptImage } from '#web/features/admin/daily/image-draft.ts'

export interface KeptImage {
  file: File | null
  /** With null it is taken away. */
  choose: (file: File | null) => void
}

/** The image of a draft. It comes back after a reload, where the browser can keep it. */
export function useKeptImage(draftKey: string): KeptImage {
  const queryKey = ['draft-image', draftKey]
  const queryClient = useQueryClient()
  const { data = null } = useQuery({
    queryKey,
    queryFn: () =>
      findKeptImage(draftKey)
        .catch(() => undefined)
        .then((kept) => {
          // What was chosen meanwhile counts, also that it was taken away.
          const chosen = queryClient.getQueryData<File | null>(queryKey)
          return chosen === undefined ? (kept ?? null) : chosen
        }),
  })
  return {
    file: data,
    choose: (file) => {
      queryClient.setQueryData(queryKey, file)
      const kept = file ? keepImage(draftKey, file) : removeKeptImage(draftKey)
      // A browser that cannot keep it has it until the page is left.
      kept.catch(() => undefined)
    },
  }
}
