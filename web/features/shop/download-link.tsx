import type { ReactElement } from 'react'
import { urlOf } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { Button } from '#web/ui/button.tsx'

interface DownloadLinkProps {
  purchaseId: number
  title: string
  size?: 'default' | 'sm' | 'lg'
  variant?: 'default' | 'outline'
}

/** Downloads the file of a purchase. */
export function DownloadLink(props: DownloadLinkProps): ReactElement {
  const { purchaseId, title, size = 'default', variant = 'default' } = props
  return (
    <Button asChild size={size} variant={variant}>
      <DownloadAnchor
        href={urlOf(shopCalls.download, { params: { id: purchaseId } })}
        aria-label={`Download: ${title}`}
      >
        Download
      </DownloadAnchor>
    </Button>
  )
}
