import { computeAccessibleDescription } from 'dom-accessibility-api'
import { expect as plainly } from 'vitest'
import { isHidden, isInState, matches, NAMING, nameOf, textOf, type Words } from './locator.ts'
import { excerpt, Locator, untilPasses } from './page.ts'

/** Whether it holds, and what is there instead. */
type Check = () => { holds: boolean; found: string }

/** Repeats each check until it holds, as Playwright's assertions do. */
class Assertions {
  readonly #target: Locator
  readonly #isNegated: boolean

  constructor(target: Locator, isNegated = false) {
    this.#target = target
    this.#isNegated = isNegated
  }

  get not(): Assertions {
    return new Assertions(this.#target, !this.#isNegated)
  }

  async #expect(wanted: string, check: Check): Promise<void> {
    await untilPasses(() => {
      const { holds, found } = check()
      if (holds !== this.#isNegated) return
      const not = this.#isNegated ? 'not ' : ''
      throw new Error(`expected ${this.#target} ${not}${wanted}, but found:\n${found}`)
    })
    // Counted, so that a test without assertions is noticed.
    plainly(true).toBe(true)
  }

  /** About the only element. Without one, nothing about it holds. */
  #expectOne(wanted: string, read: (element: HTMLElement) => { holds: boolean; found: unknown }) {
    return this.#expect(wanted, () => {
      const found = this.#target.elements()
      const [element] = found
      if (!element && this.#isNegated) throw new Error(`${this.#target} is not there`)
      if (found.length !== 1) return { holds: this.#isNegated, found: excerpt(found) }
      const one = read(element as HTMLElement)
      return { holds: one.holds, found: String(one.found) }
    })
  }

  toBeVisible(): Promise<void> {
    return this.#expect('to be visible', () => {
      const found = this.#target.elements()
      if (found.length > 1) throw new Error(`${this.#target} matches\n${excerpt(found)}`)
      return { holds: found.some((element) => !isHidden(element)), found: excerpt(found) }
    })
  }

  toBeHidden(): Promise<void> {
    return this.#expect('to be hidden', () => {
      const found = this.#target.elements()
      return { holds: found.every(isHidden), found: excerpt(found) }
    })
  }

  toBeAttached(): Promise<void> {
    return this.#expect('to be in the document', () => {
      const found = this.#target.elements()
      return { holds: found.length === 1, found: excerpt(found) }
    })
  }

  toHaveCount(count: number): Promise<void> {
    return this.#expect(`${count} times`, () => {
      const found = this.#target.elements()
      return { holds: found.length === count, found: `${found.length}:\n${excerpt(found)}` }
    })
  }

  /** The whole text, or that of each element for a list. */
  toHaveText(wanted: Words | readonly Words[]): Promise<void> {
    return this.#expectTexts(wanted, true)
  }

  /** A part of the text, or of each element's for a list. */
  toContainText(wanted: Words | readonly Words[]): Promise<void> {
    return this.#expectTexts(wanted, false)
  }

  #expectTexts(wanted: Words | readonly Words[], exact: boolean): Promise<void> {
    const fits = (text: string, words: Words): boolean =>
      words instanceof RegExp || exact
        ? matches(text, words, { exact })
        : text.includes(words.replace(/\s+/g, ' ').trim())
    return this.#expect(`with ${String(wanted)}`, () => {
      const texts = this.#target.elements().map(textOf)
      const found = texts.join('\n')
      if (typeof wanted === 'string' || wanted instanceof RegExp) {
        const [text] = texts
        if (texts.length > 1) throw new Error(`${this.#target} matches\n${found}`)
        if (text === undefined && this.#isNegated) throw new Error(`${this.#target} is not there`)
        return { holds: text !== undefined && fits(text, wanted), found }
      }
      // As in Playwright, `toContainText` accepts others between them.
      if (exact) {
        const holds =
          texts.length === wanted.length && wanted.every((it, at) => fits(texts[at] ?? '', it))
        return { holds, found }
      }
      let at = 0
      for (const text of texts) if (at < wanted.length && fits(text, wanted[at] ?? '')) at += 1
      return { holds: at === wanted.length, found }
    })
  }

  toHaveValue(wanted: Words): Promise<void> {
    return this.#expectOne(`with the value ${String(wanted)}`, (field) => {
      const found = 'value' in field ? String(field.value) : ''
      return { holds: matches(found, wanted, { exact: true }) || found === wanted, found }
    })
  }

  toBeChecked({ checked = true } = {}): Promise<void> {
    return this.#expectOne(checked ? 'checked' : 'unchecked', (box) => {
      const found = isInState(box, 'checked')
      return { holds: found === checked, found }
    })
  }

  toBeDisabled(): Promise<void> {
    return this.#expectOne('disabled', (element) => {
      const found = isInState(element, 'disabled')
      return { holds: found, found }
    })
  }

  toBeEnabled(): Promise<void> {
    return this.#expectOne('enabled', (element) => {
      const found = !isInState(element, 'disabled')
      return { holds: found, found }
    })
  }

  toBeFocused(): Promise<void> {
    return this.#expectOne('to have the focus', (element) => ({
      holds: element === document.activeElement,
      found: document.activeElement?.outerHTML.slice(0, 200),
    }))
  }

  toHaveAttribute(name: string, wanted?: Words): Promise<void> {
    return this.#expectOne(`with ${name}=${String(wanted)}`, (element) => {
      const found = element.getAttribute(name)
      const holds =
        found !== null && (wanted === undefined || matches(found, wanted, { exact: true }))
      return { holds, found }
    })
  }

  toHaveAccessibleName(wanted: Words): Promise<void> {
    return this.#expectOne(`named ${String(wanted)}`, (element) => {
      const found = nameOf(element)
      return { holds: matches(found, wanted, { exact: true }), found }
    })
  }

  toHaveAccessibleDescription(wanted: Words): Promise<void> {
    return this.#expectOne(`described as ${String(wanted)}`, (element) => {
      const found = computeAccessibleDescription(element, NAMING)
      return { holds: matches(found, wanted, { exact: true }), found }
    })
  }

  /** A path, or a pattern for the whole URL. */
  toHaveURL(wanted: Words): Promise<void> {
    return this.#expect(`at ${String(wanted)}`, () => {
      const { href, origin } = window.location
      const found = wanted instanceof RegExp ? href : href.replace(origin, '')
      return { holds: wanted instanceof RegExp ? wanted.test(href) : found === wanted, found }
    })
  }

  toHaveTitle(wanted: Words): Promise<void> {
    return this.#expect(`titled ${String(wanted)}`, () => {
      const found = document.title
      return { holds: matches(found, wanted, { exact: true }), found }
    })
  }
}

type Expect = ((target: Locator) => Assertions) & typeof plainly

function choose(target: unknown, message?: string): unknown {
  return target instanceof Locator ? new Assertions(target) : plainly(target, message)
}

/** Vitest's, and for locators Playwright's, so that a test can move between a page and a browser. */
export const expect: Expect = Object.assign(choose as Expect, plainly)
