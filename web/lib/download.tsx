import { type ComponentProps, type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { isStepUp } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toast-store.ts'

interface DownloadAnchorProps extends ComponentProps<'a'> {
  href: string
  /** Runs first; a failure of it is a failure of the download. */
  before?: () => Promise<unknown>
}

/** A link that saves a file. It says on the page what the server refuses, which browsers do not. */
export function DownloadAnchor({ href, before, ...rest }: DownloadAnchorProps): ReactElement {
  const [isBusy, setIsBusy] = useState(false)
  const isUnderWay = useRef(false)
  const start = async (): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    try {
      await before?.()
      // Most visits download nothing.
      const { startDownload } = await import('#web/lib/start-download.ts')
      await startDownload(href)
    } catch (error) {
      if (!isStepUp(error)) toastError('Failed to download', error, 'download')
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
