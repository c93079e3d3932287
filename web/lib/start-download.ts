import { errorOf, notifyUnauthorized, throwUnreachable } from '#web/lib/api.ts'

/** Downloads a URL as a file. Throws an ApiError if the server refuses. */
export async function startDownload(url: string): Promise<void> {
  // Asks for one byte. After a partial answer or a redirect, the browser fetches the file itself; any
  // other success is the whole file.
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { Range: 'bytes=0-0' },
  }).catch(throwUnreachable)
  if (response.type === 'opaqueredirect' || response.status === 206) {
    save(url, '')
    return
  }
  if (response.ok) {
    saveFile(fileNameOf(response), await response.blob())
    return
  }
  if (response.status === 401) notifyUnauthorized({ isAction: true })
  throw errorOf({
    status: response.status,
    statusText: response.statusText,
    body: await response.text(),
    header: (name) => response.headers.get(name),
  })
}

/** Saves a file that this page already has. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  save(address, name)
  // Delayed, because some browsers start reading only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
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
