import { type ComponentProps, type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { isStepUp } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toast-store.ts'

interface DownloadAnchorProps extends ComponentProps<'a'> {
  href: string
  /** Runs before the download; if it fails, the download fails. */
  before?: () => Promise<unknown>
}

/** A link that downloads a file and shows the server's error on the page, which browsers don't. */
export function DownloadAnchor({ href, before, ...rest }: DownloadAnchorProps): ReactElement {
  const [isBusy, setIsBusy] = useState(false)
  const isUnderWay = useRef(false)
  const start = async (): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    try {
      await before?.()
      // Loaded on demand, because most visits download nothing.
      const { startDownload } = await import('#web/lib/start-download.ts')
      await startDownload(href)
    } catch (error) {
      if (!isStepUp(error)) toastError('Failed to download', error)
    } finally {
      isUnderWay.current = false
      setIsBusy(false)
    }
  }
  const handleClick = (event: MouseEvent): void => {
    event.preventDefault()
    void start()
  }
  return (
    <a download {...rest} href={href} aria-busy={isBusy || undefined} onClick={handleClick}>
      {rest.children}
    </a>
  )
}
