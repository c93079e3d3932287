import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { fetchJournal } from '#web/features/moods/journal-queries.ts'
import { journalFileName, journalText } from '#web/features/moods/journal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Downloads the whole journal as a text file, which is created on this device. */
export function DownloadJournal({ today }: { today: DateText }): ReactElement {
  const client = useQueryClient()
  const download = useMutation({
    mutationFn: () => fetchJournal(client),
    onSuccess: (entries) => {
      if (entries.length === 0) toast({ title: 'Your journal is still empty.' })
      else saveFile(journalFileName(today), journalText(entries))
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

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Delayed, because some browsers only start reading it after this task.
  setTimeout(() => URL.revokeObjectURL(address))
}
