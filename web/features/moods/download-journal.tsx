import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { fetchJournal } from '#web/features/moods/journal-queries.ts'
import { journalFileName, journalText } from '#web/features/moods/journal-text.ts'
import { saveFile } from '#web/lib/start-download.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const TEXT = { type: 'text/plain;charset=utf-8' }

/** Downloads the whole journal as a text file, which is created on this device. */
export function DownloadJournal({ today }: { today: DateText }): ReactElement {
  const { locale } = useDates()
  const client = useQueryClient()
  const download = useMutation({
    mutationFn: () => fetchJournal(client),
    onSuccess: (entries) => {
      if (entries.length === 0) toast({ title: 'Your journal is still empty.' })
      else saveFile(journalFileName(today), new Blob([journalText(entries, locale)], TEXT))
    },
    onError: (error) => toastError('Unable to download', error),
  })
  return (
    <Button
      variant="outline"
      className="self-start"
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? null : <Download aria-hidden size={18} />}
      Download my journal
    </Button>
  )
}
