import { computeAccessibleName, getRole } from 'dom-accessibility-api'

export type Words = string | RegExp

export interface TextOptions {
  /** The whole text, in this case; otherwise a part of it, in any case. */
  exact?: boolean
}

export interface RoleOptions extends TextOptions {
  name?: Words
  level?: number
  checked?: boolean
  disabled?: boolean
  expanded?: boolean
  pressed?: boolean
  selected?: boolean
  includeHidden?: boolean
}

interface FilterOptions {
  hasText?: Words
  hasNotText?: Words
  has?: Finder
  hasNot?: Finder
}

/** Finds elements anew each time it is asked, by what a person perceives: Playwright's locators. */
export class Finder {
  readonly #description: string
  readonly #find: () => Element[]

  constructor(description: string, find: () => Element[]) {
    this.#description = description
    this.#find = find
  }

  /** The elements that match now, in the order of the document. */
  elements(): Element[] {
    return this.#find()
  }

  toString(): string {
    return this.#description
  }

  #within(description: string, find: (root: Element) => Element[]): this {
    return this.derive(`${this}.${description}`, () => {
      const found = this.#find().flatMap(find)
      return found.length > 1 ? inOrder(found) : found
    })
  }

  /** A finder of the same class. */
  protected derive(description: string, find: () => Element[]): this {
    // Subclasses have the same constructor.
    return Reflect.construct(this.constructor, [description, find])
  }

  getByRole(role: string, options: RoleOptions = {}): this {
    const shown = options.name === undefined ? '' : `, ${String(options.name)}`
    return this.#within(`getByRole(${role}${shown})`, (root) =>
      candidates(root, role).filter((element) => hasRole(element, role, options)),
    )
  }

  getByText(text: Words, options: TextOptions = {}): this {
    return this.#within(`getByText(${String(text)})`, (root) => {
      const matching = [root, ...root.querySelectorAll('*')].filter(
        (element) => !IGNORED.has(element.tagName) && matches(textOf(element), text, options),
      )
      const all = new Set<Element>(matching)
      // Only the innermost.
      return matching.filter((element) => ![...element.children].some((child) => all.has(child)))
    })
  }

  getByLabel(text: Words, options: TextOptions = {}): this {
    return this.#within(`getByLabel(${String(text)})`, (root) =>
      [...root.querySelectorAll(LABELED)].filter((element) =>
        labelsOf(element).some((label) => matches(label, text, options)),
      ),
    )
  }

  getByPlaceholder(text: Words, options: TextOptions = {}): this {
    return this.#byAttribute('placeholder', text, options)
  }

  getByAltText(text: Words, options: TextOptions = {}): this {
    return this.#byAttribute('alt', text, options)
  }

  getByTitle(text: Words, options: TextOptions = {}): this {
    return this.#byAttribute('title', text, options)
  }

  #byAttribute(name: string, text: Words, options: TextOptions): this {
    return this.#within(`[${name}=${String(text)}]`, (root) =>
      [...root.querySelectorAll(`[${name}]`)].filter((element) =>
        matches(element.getAttribute(name) ?? '', text, options),
      ),
    )
  }

  /** By a CSS selector, for what has no role and no text. */
  locator(selector: string, options: FilterOptions = {}): this {
    const found = this.#within(`locator(${selector})`, (root) => [
      ...root.querySelectorAll(selector),
    ])
    return found.filter(options)
  }

  filter({ hasText, hasNotText, has, hasNot }: FilterOptions): this {
    const parts = [hasText, hasNotText, has, hasNot].filter((part) => part !== undefined)
    if (parts.length === 0) return this
    return this.derive(`${this}.filter(${parts.join(', ')})`, () => {
      const [inside, outside] = [has, hasNot].map((finder) => finder?.elements())
      return this.#find().filter(
        (element) =>
          (hasText === undefined || matches(textOf(element), hasText)) &&
          (hasNotText === undefined || !matches(textOf(element), hasNotText)) &&
          (inside === undefined || inside.some((it) => element !== it && element.contains(it))) &&
          !outside?.some((it) => element !== it && element.contains(it)),
      )
    })
  }

  or(other: Finder): this {
    return this.derive(`${this}.or(${other})`, () =>
      inOrder([...this.#find(), ...other.elements()]),
    )
  }

  and(other: Finder): this {
    return this.derive(`${this}.and(${other})`, () => {
      const others = new Set(other.elements())
      return this.#find().filter((element) => others.has(element))
    })
  }

  first(): this {
    return this.nth(0)
  }

  last(): this {
    return this.nth(-1)
  }

  nth(index: number): this {
    return this.derive(`${this}.nth(${index})`, () => {
      const element = this.#find().at(index)
      return element ? [element] : []
    })
  }
}

const IGNORED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'HEAD', 'TITLE', 'TEMPLATE'])
const LABELED = 'input, textarea, select, button, [aria-label], [aria-labelledby], meter, progress'

/** Selectors of the roles that tests ask for most; other roles look at every element. */
const BY_ROLE: Record<string, string> = {
  alert: '[role="alert"]',
  alertdialog: '[role="alertdialog"]',
  button: 'button, summary, input, [role="button"]',
  checkbox: 'input, [role="checkbox"]',
  dialog: 'dialog, [role="dialog"]',
  heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  link: 'a, area, [role="link"]',
  list: 'ul, ol, menu, [role="list"]',
  listitem: 'li, [role="listitem"]',
  main: 'main',
  navigation: 'nav',
  region: 'section, [role="region"]',
  status: 'output, [role="status"]',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
  textbox: 'input, textarea, [role="textbox"]',
}

function candidates(root: Element, role: string): Element[] {
  return [...root.querySelectorAll(BY_ROLE[role] ?? '*')]
}

/** Elements whose role the library doesn't know. */
const UNKNOWN: Record<string, string> = { BLOCKQUOTE: 'blockquote', SEARCH: 'search' }

function hasRole(element: Element, role: string, options: RoleOptions): boolean {
  const own = UNKNOWN[element.tagName] ?? getRole(element)
  if (own !== role) return false
  if (role === 'region' && options.name === undefined && nameOf(element) === '') return false
  const { name, exact = false, includeHidden = false } = options
  if (!includeHidden && isHiddenFromRoles(element)) return false
  if (options.level !== undefined && levelOf(element) !== options.level) return false
  for (const state of ['checked', 'disabled', 'expanded', 'pressed', 'selected'] as const) {
    const wanted = options[state]
    if (wanted !== undefined && isInState(element, state) !== wanted) return false
  }
  return name === undefined || matches(nameOf(element), name, { exact })
}

function levelOf(element: Element): number {
  return Number(element.getAttribute('aria-level') ?? element.tagName.slice(1))
}

type State = 'checked' | 'disabled' | 'expanded' | 'pressed' | 'selected'

export function isInState(element: Element, state: State): boolean {
  if (state === 'disabled') {
    return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null
  }
  if (state === 'checked' && element instanceof HTMLInputElement) return element.checked
  return element.getAttribute(`aria-${state}`) === 'true'
}

/** Without styles, every element is shown in its default way, which is what names need. */
const NO_STYLE = {
  getPropertyValue: () => '',
  display: 'block',
  visibility: 'visible',
  content: '',
}

export const NAMING = {
  computedStyleSupportsPseudoElements: false,
  // Only these are read.
  getComputedStyle: () => NO_STYLE as unknown as CSSStyleDeclaration,
}

export function nameOf(element: Element): string {
  return computeAccessibleName(element, NAMING)
}

function labelsOf(element: Element): string[] {
  const labels = 'labels' in element ? [...((element.labels ?? []) as NodeListOf<Element>)] : []
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const named = ids.map((id) => document.getElementById(id)).filter((it) => it !== null)
  const own = element.getAttribute('aria-label')
  return [...[...labels, ...named].map(textOf), ...(own === null ? [] : [own])]
}

/** The text that an element shows, with single spaces. */
export function textOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    return ['submit', 'button'].includes(element.type) ? element.value : ''
  }
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export function matches(text: string, wanted: Words, { exact = false }: TextOptions = {}): boolean {
  if (wanted instanceof RegExp) return wanted.test(text)
  const given = wanted.replace(/\s+/g, ' ').trim()
  return exact ? text.trim() === given : text.toLowerCase().includes(given.toLowerCase())
}

/** Classes that hide at the width of a desktop; the page tests have no style sheet. */
function isHiddenByClass({ classList }: Element): boolean {
  const names = [...classList]
  if (names.some((name) => /^(sm|md|lg|xl):hidden$/.test(name))) return true
  const isShownWhenWide =
    /^(sm|md|lg|xl):(block|flex|grid|inline|inline-flex|inline-block|contents)$/
  return (
    names.some((name) => ['hidden', 'invisible'].includes(name)) &&
    !names.some((name) => isShownWhenWide.test(name))
  )
}

/** Whether nobody sees it, as far as its attributes and classes tell. */
export function isHidden(element: Element): boolean {
  for (let it: Element | null = element; it; it = it.parentElement) {
    if (it.hasAttribute('hidden') || isHiddenByClass(it)) return true
    if (it instanceof HTMLElement && it.style.display === 'none') return true
    const parent: Element | null = it.parentElement
    if (parent instanceof HTMLDetailsElement && !parent.open && it.tagName !== 'SUMMARY')
      return true
  }
  return element instanceof HTMLInputElement && element.type === 'hidden'
}

function isHiddenFromRoles(element: Element): boolean {
  return element.closest('[aria-hidden="true"], [inert]') !== null || isHidden(element)
}

function inOrder(elements: Element[]): Element[] {
  return [...new Set(elements)].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}
