import { errorOf, tellUnauthorised, throwUnreachable } from '#web/lib/api.ts'

/** Saves what an address answers with. Throws an ApiError where the server refuses. */
export async function startDownload(url: string): Promise<void> {
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
