interface PageNetwork {
  send(url: string, init: RequestInit): Promise<Response>
  /** Opens another document, as `location.assign` does. */
  leave(url: string): void
  /** Opens the stream of events; undefined if it is refused. */
  openEvents(url: string): Promise<NodeJS.ReadableStream | undefined>
}

declare global {
  /** Of this process, which later test files use too. */
  var networkOfPage: PageNetwork | undefined
}

/** Called by the page that is open in this process; set by `TestPage`. */
export const pageNetwork: PageNetwork = globalThis.networkOfPage ?? {
  send: (url) => Promise.reject(new Error(`No page is open, but ${url} is called.`)),
  leave: (url) => {
    throw new Error(`No page is open, but ${url} is.`)
  },
  openEvents: async () => undefined,
}
globalThis.networkOfPage = pageNetwork

/** The page's calls go to the application; others, of the server in this process, to the network. */
export function fetchInPage(own: typeof fetch): typeof fetch {
  return (input, init = {}) =>
    typeof input === 'string' && input.startsWith('/')
      ? pageNetwork.send(input, init)
      : own(input, init)
}
