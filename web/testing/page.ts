import { EventEmitter, once } from 'node:events'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import type { FastifyInstance } from 'fastify'
import { createElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SEE_MS } from '#server/testing/limits.ts'
import { dom, ORIGIN } from './dom.ts'
import { loadApp } from './load-app.ts'
import { Finder, isHidden, isInState, textOf } from './locator.ts'
import { pageNetwork } from './network.ts'

/** Repeats a check until it doesn't throw. */
export async function untilPasses(check: () => void, patienceMs = SEE_MS): Promise<void> {
  const end = Date.now() + patienceMs
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 50)) {
    try {
      check()
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Waits until the page for the current URL is shown: the address changes before the page does. */
function untilFollowed(): Promise<void> {
  return untilPasses(() => {
    const router = window.__TSR_ROUTER__
    const { status, resolvedLocation } = router?.state ?? {}
    if (status === 'pending' || resolvedLocation?.href !== router?.latestLocation.href) {
      throw new Error(`${dom.window.location.href} is not shown yet`)
    }
  })
}

/**
 * Elements of the page for the current URL, and what a person does with them. Waits until there is exactly
 * one.
 */
export class Locator extends Finder {
  #user(): UserEvent {
    return userEvent.setup({ document: dom.window.document, pointerEventsCheck: 0, delay: null })
  }

  /** The only element, once it is there. */
  async element(): Promise<HTMLElement> {
    await untilFollowed()
    await untilPasses(() => this.only())
    return this.only()
  }

  /** The only element; throws if there are others or none. */
  only(): HTMLElement {
    const found = this.elements()
    const [element] = found
    if (found.length !== 1 || !(element instanceof HTMLElement || element instanceof SVGElement)) {
      throw new Error(`${this} matches ${found.length} elements\n${excerpt(found)}`)
    }
    return element as HTMLElement
  }

  async #usable(): Promise<HTMLElement> {
    await untilFollowed()
    await untilPasses(() => {
      const element = this.only()
      if (isHidden(element)) throw new Error(`${this} is hidden`)
      if (isInState(element, 'disabled')) throw new Error(`${this} is disabled`)
    })
    return this.only()
  }

  /** Waits until the only element is visible. */
  async waitFor(): Promise<void> {
    await untilPasses(() => {
      if (isHidden(this.only())) throw new Error(`${this} is hidden`)
    })
  }

  /** Moves the pointer to it from somewhere else, and clicks. */
  async click(): Promise<void> {
    const element = await this.#usable()
    const elsewhere = { clientX: 1_000, clientY: 1_000 }
    document.dispatchEvent(new PointerEvent('pointermove', elsewhere))
    await this.#user().click(element)
  }

  async dblclick(): Promise<void> {
    await this.#user().dblClick(await this.#usable())
  }

  /** Replaces the text of a field. */
  async fill(text: string): Promise<void> {
    const field = await this.#usable()
    field.focus()
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      setValue(field, text)
    } else {
      throw new Error(`${this} is not a field`)
    }
  }

  async clear(): Promise<void> {
    await this.fill('')
  }

  /** Types a text key by key. */
  async pressSequentially(text: string): Promise<void> {
    const field = await this.#usable()
    field.focus()
    await this.#user().keyboard(text.replace(/[{[]/g, '$&$&'))
  }

  /** Also on a disabled control, where nothing happens. */
  async press(key: string): Promise<void> {
    const element = await this.element()
    element.focus()
    await this.#user().keyboard(keysOf(key))
  }

  async check(): Promise<void> {
    const box = await this.#usable()
    if (!isInState(box, 'checked')) await this.#user().click(box)
  }

  async uncheck(): Promise<void> {
    const box = await this.#usable()
    if (isInState(box, 'checked')) await this.#user().click(box)
  }

  /** Chooses an option by its value or its text. */
  async selectOption(wanted: string | { label: string }): Promise<void> {
    const option = typeof wanted === 'string' ? wanted : wanted.label
    const field = await this.#usable()
    if (!(field instanceof HTMLSelectElement)) throw new Error(`${this} is not a select`)
    const chosen = (): HTMLOptionElement | undefined =>
      [...field.options].find((it) => it.value === option || textOf(it) === option)
    await untilPasses(() => {
      if (!chosen()) throw new Error(`${this} has no option ${option}`)
    })
    await this.#user().selectOptions(field, chosen()?.value ?? option)
  }

  async focus(): Promise<void> {
    const element = await this.element()
    element.focus()
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name)
  }

  async inputValue(): Promise<string> {
    const field = await this.element()
    return 'value' in field ? String(field.value) : ''
  }

  async textContent(): Promise<string> {
    return (await this.element()).textContent ?? ''
  }

  /** A locator for each element that is there now. */
  async all(): Promise<this[]> {
    await untilFollowed()
    return this.elements().map((_, index) => this.nth(index))
  }

  async count(): Promise<number> {
    await untilFollowed()
    return this.elements().length
  }

  async isVisible(): Promise<boolean> {
    await untilFollowed()
    return this.elements().some((element) => !isHidden(element))
  }
}

/** How a test answers a call in place of the application. */
export interface Route {
  request(): { method(): string; url(): string; postDataJSON(): unknown }
  fulfill(answer: { status?: number; json?: unknown; body?: string }): Promise<void>
  abort(): Promise<void>
  continue(): Promise<void>
  fallback(): Promise<void>
}

type RouteHandler = (route: Route) => unknown

interface Intercepted {
  pattern: string | RegExp
  handler: RouteHandler
}

/**
 * The app in a tab that has no layout. Its calls go to the application's real routes in the same
 * process; `goto` and `reload` begin with a new document.
 */
export class TestPage extends Locator {
  readonly #app: FastifyInstance
  readonly #cookies = new Map<string, string>()
  #root: Root | undefined
  #queryClient: QueryClient | undefined
  #routes: Intercepted[] = []
  readonly #answered = new EventEmitter()
  #isClosed = false

  constructor(app: FastifyInstance) {
    super('page', () => [dom.window.document.documentElement])
    this.#app = app
  }

  protected override derive(description: string, find: () => Element[]): this {
    // A locator in a page is no page, but has what a page has for finding elements.
    return new Locator(description, find) as this
  }

  readonly keyboard = {
    press: (key: string): Promise<void> =>
      userEvent.setup({ document: dom.window.document, delay: null }).keyboard(keysOf(key)),
    type: (text: string): Promise<void> =>
      userEvent
        .setup({ document: dom.window.document, delay: null })
        .keyboard(text.replace(/[{[]/g, '$&$&')),
  }

  /** Gives the browser a session. */
  signIn({ cookie }: { cookie: string }): void {
    const [name = '', value = ''] = cookie.split('=')
    this.#cookies.set(name, value)
  }

  url(): string {
    return dom.window.location.href
  }

  /** Opens a page of the app, as a link from elsewhere does. */
  async goto(path: string): Promise<void> {
    this.#unmount()
    const url = new URL(path, dom.window.location.href)
    if (url.origin !== ORIGIN) throw new Error(`${url} is not a page of the app.`)
    dom.window.history.pushState(null, '', url.href)
    await this.#mount()
  }

  /** Keeps the entry of the history with its state, as a browser does. */
  async reload(): Promise<void> {
    this.#unmount()
    await this.#mount()
  }

  async goBack(): Promise<void> {
    dom.window.history.back()
  }

  /** A link is followed inside the app. */
  async follow(path: string): Promise<void> {
    await window.__TSR_ROUTER__?.navigate({ href: path })
  }

  /** Runs a function in the page, which is this process. */
  async evaluate<Result>(run: () => Result): Promise<Result> {
    return run()
  }

  /** Answers calls to these URLs in place of the application; `**` stands for any characters. */
  async route(pattern: string | RegExp, handler: RouteHandler): Promise<void> {
    this.#routes.unshift({ pattern, handler })
  }

  async unroute(pattern: string | RegExp): Promise<void> {
    this.#routes = this.#routes.filter((it) => String(it.pattern) !== String(pattern))
  }

  async unrouteAll(): Promise<void> {
    this.#routes = []
  }

  /** Makes a call without the page, in the same browser. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#inject(path, init)
  }

  /** Closes the tab, and forgets what it kept. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#unmount()
    localStorage.clear()
    sessionStorage.clear()
    // The app's connections stay open, and would block the removal of their databases.
    Object.assign(globalThis, { indexedDB: new IDBFactory() })
    dom.window.document.title = ''
  }

  async #mount(): Promise<void> {
    pageNetwork.send = (url, init) => this.#send(url, init)
    pageNetwork.leave = (url) => void this.goto(url)
    pageNetwork.openEvents = (url) => this.#openEvents(url)
    const { createAppRouter, createQueryClient, deviceVisit, endHydration, ...app } =
      await loadApp()
    app.setTransport((url, init) => this.#send(url, init))
    this.#queryClient = createQueryClient()
    const router = createAppRouter({ queryClient: this.#queryClient, visit: deviceVisit() })
    endHydration()
    this.#root = createRoot(dom.window.document)
    this.#root.render(createElement(StrictMode, null, createElement(RouterProvider, { router })))
    await untilPasses(() => {
      const { status, resolvedLocation } = router.state
      if (status !== 'idle' || !resolvedLocation) throw new Error(`${this.url()} does not load`)
      if (!dom.window.document.querySelector('h1, main')) throw new Error(`${this.url()} is empty`)
    })
  }

  #unmount(): void {
    this.#root?.unmount()
    this.#root = undefined
    this.#queryClient?.clear()
    const { body, head } = dom.window.document
    body.replaceChildren()
    head.replaceChildren()
  }

  /** Waits for the next successful call, to this path if given; call it before what sends it. */
  async waitForCall(method: string, path = ''): Promise<void> {
    for (;;) {
      const [sent, url] = await once(this.#answered, 'call')
      if (sent === method && url.startsWith(path)) return
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const answer = await this.#answer(url, init)
    if (answer.ok) this.#answered.emit('call', init.method ?? 'GET', url)
    return answer
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    const intercepted = this.#routes.filter(({ pattern }) => matchesUrl(pattern, url))
    for (const { handler } of intercepted) {
      const answer = await intercept(handler, { url, init })
      if (answer) return answer
    }
    return this.#inject(url, init)
  }

  async #inject(url: string, init: RequestInit): Promise<Response> {
    if (this.#isClosed) return new Promise(() => undefined)
    const { signal, ...rest } = init
    const request = new Request(new URL(url, ORIGIN), rest)
    const body = rest.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await this.#app.inject({
      method: request.method as 'GET',
      url,
      headers: { ...this.#headers(), ...Object.fromEntries(request.headers) },
      ...(body && { payload: body }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    if (signal?.aborted) throw new DOMException('Aborted', 'AbortError')
    const hasBody = ![204, 205, 304].includes(answer.statusCode)
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined || name === 'set-cookie' ? [] : [[name, String(value)]],
      ) as [string, string][],
    })
  }

  async #openEvents(url: string): Promise<NodeJS.ReadableStream | undefined> {
    if (this.#routes.some(({ pattern }) => matchesUrl(pattern, url))) return undefined
    const answer = await this.#app.inject({ url, headers: this.#headers(), payloadAsStream: true })
    return answer.statusCode === 200 ? answer.stream() : undefined
  }

  #headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      host: 'localhost:3000',
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(cookie && { cookie }),
    }
  }
}

function matchesUrl(pattern: string | RegExp, url: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(url)
  const parts = pattern.split(/(\*\*|\*|\?)/).map((part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`).test(`${ORIGIN}${url}`)
}

/** The answer that a test gives; undefined if the application answers. */
async function intercept(
  handler: RouteHandler,
  { url, init }: { url: string; init: RequestInit },
): Promise<Response | undefined> {
  const decision = Promise.withResolvers<Response | undefined>()
  const pass = async (): Promise<void> => decision.resolve(undefined)
  const handled = handler({
    request: () => ({
      method: () => init.method ?? 'GET',
      url: () => `${ORIGIN}${url}`,
      postDataJSON: () => JSON.parse(String(init.body)) as unknown,
    }),
    fulfill: async ({ status = 200, json, body }) => {
      const text = json === undefined ? (body ?? '') : JSON.stringify(json)
      decision.resolve(new Response(text, { status }))
    },
    abort: async () => decision.reject(new TypeError('Failed to fetch')),
    continue: pass,
    fallback: pass,
  })
  void Promise.resolve(handled).catch(decision.reject)
  return decision.promise
}

/** Sets a field's value as typing does: React listens to the element's own setter. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { window } = dom
  const prototype =
    field instanceof HTMLInputElement
      ? window.HTMLInputElement.prototype
      : window.HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  field.dispatchEvent(new window.Event('change', { bubbles: true }))
}

/** Playwright's name of a key or a combination, in the notation of user-event. */
function keysOf(key: string): string {
  const parts = key.split(/\+(?=.)/).map((part) => (part === 'ControlOrMeta' ? 'Control' : part))
  const last = parts.pop() ?? ''
  const pressed = last.length === 1 ? last.replace(/[{[]/g, '$&$&') : `{${last}}`
  const down = parts.map((part) => `{${part}>}`).join('')
  return `${down}${pressed}${parts.map((part) => `{/${part}}`).join('')}`
}

export function excerpt(elements: Element[]): string {
  return elements.map((element) => `  ${element.outerHTML.slice(0, 200)}`).join('\n')
}
