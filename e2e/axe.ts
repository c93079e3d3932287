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

/** `source` of the package is not minified, which takes the browser half as long again to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page and in its frames. */
export async function axeViolations(page: Page, runOnly: RunOnly): Promise<Violation[]> {
  if (page.frames().length === 1) return violationsOfDocument(page, runOnly)
  // It looks into frames of any origin, and opens a page of its own for that.
  const { violations } = await new AxeBuilder({ page }).options({ runOnly }).analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    elements: nodes.map(({ html }) => html),
  }))
}

/** Loads axe once per document: over half a megabyte of code. */
async function violationsOfDocument(page: Page, runOnly: RunOnly): Promise<Violation[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE)
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error('axe was not loaded.')
    const { violations } = await window.axe.run(document, {
      runOnly: rules,
      // Other results are counted, but not described.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      elements: nodes.map(({ html }) => html),
    }))
  }, runOnly)
}
