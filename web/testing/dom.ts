/**
 * Gives this process the globals of a browser tab without one: jsdom's DOM, without styles and
 * layout. What the server in the same process uses stays Node's.
 */
import 'fake-indexeddb/auto'
import { JSDOM } from 'jsdom'
import { populateGlobal } from 'vitest/runtime'
import { InjectedEvents } from './injected-events.ts'
import { fetchInPage, pageNetwork } from './network.ts'

export const ORIGIN = 'http://localhost:3000'

/** The server in this process depends on Node's own, and the pages work with them too. */
const NODES_OWN = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'crypto',
  'performance',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'MessageEvent',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'Buffer',
  'EventTarget',
  'console',
  'structuredClone',
  'ReadableStream',
  'DOMException',
  'indexedDB',
] as const

declare global {
  /** The document of this process, which later test files use too. */
  var pageDom: JSDOM | undefined
}

export const dom: JSDOM = globalThis.pageDom ?? openTab()
globalThis.pageDom = dom

function openTab(): JSDOM {
  const tab = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
    url: ORIGIN,
    pretendToBeVisual: true,
  })
  acceptNodesSignals(tab.window.EventTarget.prototype)
  const own = NODES_OWN.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  populateGlobal(globalThis, tab.window, { bindFunctions: true })
  for (const [name, descriptor] of own) {
    if (descriptor) Object.defineProperty(globalThis, name, { ...descriptor, configurable: true })
  }
  addMissing(tab)
  return tab
}

/** The parts of browsers that jsdom lacks, as it is in a tab whose layout nobody sees. */
function addMissing(tab: JSDOM): void {
  const { window } = tab
  const nothing = (): void => undefined
  class Observer {
    observe = nothing
    unobserve = nothing
    disconnect = nothing
  }
  const matchMedia = (media: string) => ({
    media,
    // Wide, light, and without animations.
    matches: /reduced-motion: reduce|min-width/.test(media),
    addEventListener: nothing,
    removeEventListener: nothing,
  })
  Object.assign(globalThis, {
    matchMedia,
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    EventSource: InjectedEvents,
    fetch: fetchInPage(globalThis.fetch),
    requestIdleCallback: (work: () => void) => setTimeout(work),
    scrollTo: nothing,
    scrollBy: nothing,
  })
  Object.assign(window.Element.prototype, {
    checkVisibility: () => true,
    scrollIntoView: nothing,
    hasPointerCapture: () => false,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
  })
  // The browser sets it to the caret's place, which depends on layout.
  window.Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  window.Range.prototype.getBoundingClientRect = () => new window.DOMRect()
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    value: new Proxy(window.location, {
      get: (location, name) => {
        if (name === 'reload') return () => pageNetwork.leave(location.href)
        if (name === 'assign' || name === 'replace') return pageNetwork.leave
        const value = Reflect.get(location, name)
        return typeof value === 'function' ? value.bind(location) : value
      },
      set: (_, name, value) => {
        if (name !== 'href') throw new Error(`location.${String(name)} can’t be set in page tests.`)
        pageNetwork.leave(String(value))
        return true
      },
    }),
  })
}

/** jsdom knows only its own signals; those of the pages are Node's. */
function acceptNodesSignals(target: EventTarget): void {
  const { addEventListener } = target
  target.addEventListener = function (this: EventTarget, type, listener, options) {
    const given: AddEventListenerOptions =
      typeof options === 'object' ? options : { capture: options ?? false }
    const { signal, ...rest } = given
    addEventListener.call(this, type, listener, rest)
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener, rest))
  }
}
