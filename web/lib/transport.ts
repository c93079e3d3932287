/** How API calls are sent: by `fetch` in the browser, in-process while the server renders a page. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

let transport: Transport = (url, init) => fetch(url, init)

export function setTransport(next: Transport): void {
  transport = next
}

export function sendRequest(url: string, init: RequestInit): Promise<Response> {
  return transport(url, init)
}

/** For a page that is being left: further calls wait forever. */
export function stopSending(): void {
  setTransport(() => new Promise(() => undefined))
}
