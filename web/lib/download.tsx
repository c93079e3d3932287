import { type ComponentProps, type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { errorOf, isStepUp, tellUnauthorised, throwUnreachable } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toast.tsx'

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

/** Throws an ApiError where the server refuses. */
async function startDownload(url: string): Promise<void> {
  // One byte tells of a file that can be served in parts, and a redirect of the one behind it: the
  // browser fetches both itself. Anything else has come as a whole.
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { Range: 'bytes=0-0' },
  }).catch(throwUnreachable)
  if (response.type === 'opaqueredirect' || response.status === 206) {
    save(url, '')
    return
  }
  if (response.ok) {
    const address = URL.createObjectURL(await response.blob())
    save(address, fileNameOf(response))
    // Not at once: some browsers begin to read it only after this task.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return
  }
  if (response.status === 401) tellUnauthorised({ isAction: true })
  throw errorOf({
    status: response.status,
    statusText: response.statusText,
    body: await response.text(),
    header: (name) => response.headers.get(name),
  })
}

function fileNameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'download'
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
