import type { ReactElement } from 'react'
import { storeEndpoints } from '#contract/store.ts'
import { urlOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'

interface DownloadLinkProps {
  purchaseId: number
  title: string
  size?: 'default' | 'sm'
  variant?: 'default' | 'outline'
}

/** Saves the file of a purchase. The link behind it lives for minutes, this one for ever. */
export function DownloadLink(props: DownloadLinkProps): ReactElement {
  const { purchaseId, title, size = 'default', variant = 'default' } = props
  return (
    <Button asChild size={size} variant={variant}>
      <a
        href={urlOf(storeEndpoints.download, { params: { id: purchaseId } })}
        download
        aria-label={`Download: ${title}`}
      >
        Download
      </a>
    </Button>
  )
}
