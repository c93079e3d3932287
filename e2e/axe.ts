import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof import('axe-core')
  }
}

export interface Violation {
  id: string
  help: string
  /** The elements that break the rule, as HTML. */
  elements: string[]
}

/** Minified, because the browser takes 1.5 times as long to parse the package's `source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations that axe finds on a page and in its frames. */
export async function axeViolations(page: Page, runOnly: RunOnly): Promise<Violation[]> {
  if (page.frames().length === 1) return violationsOfDocument(page, runOnly)
  // AxeBuilder checks frames of any origin, but opens another page for that.
  const { violations } = await new AxeBuilder({ page }).options({ runOnly }).analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    elements: nodes.map(({ html }) => html),
  }))
}

/** Loads axe only once per document, because it is over half a megabyte of code. */
async function violationsOfDocument(page: Page, runOnly: RunOnly): Promise<Violation[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE)
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error('axe was not loaded.')
    const { violations } = await window.axe.run(document, {
      runOnly: rules,
      // Other results are only counted, not described.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      elements: nodes.map(({ html }) => html),
    }))
  }, runOnly)
}
