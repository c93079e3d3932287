import { pageNetwork } from './network.ts'

type Listener = (event: { data: string }) => void

/** An `EventSource` whose stream comes from the application in this process. */
export class InjectedEvents {
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #listeners = new Map<string, Listener[]>()
  #isClosed = false
  #end: () => void = () => undefined

  constructor(url: string) {
    void this.#read(url).catch(() => {
      if (!this.#isClosed) this.onerror?.()
    })
  }

  addEventListener(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  async #read(url: string): Promise<void> {
    const stream = await pageNetwork.openEvents(url)
    if (!stream) {
      if (!this.#isClosed) this.onerror?.()
      return
    }
    this.#end = () => {
      if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy()
    }
    if (this.#isClosed) return this.#end()
    this.onopen?.()
    let text = ''
    for await (const chunk of stream) {
      text += chunk.toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) this.#dispatch(block)
    }
  }

  #dispatch(block: string): void {
    const field = (name: string): string =>
      new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
    for (const listener of this.#listeners.get(field('event')) ?? [])
      listener({ data: field('data') })
  }
}
