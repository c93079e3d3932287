import { expect, type Page } from '@playwright/test'

/** Where the focus is. */
interface Stop {
  name: string
  /** Why a person can't see it; empty if they can. */
  fault: string
}

/**
 * Presses Tab from where the focus is until it leaves the page. Fails if the focus is trapped, or not
 * visible at one of the stops. Returns the names of the stops.
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopOf)
    // In a headless browser, the focus may return to the start of the page.
    if (!stop || (stops.length > 1 && stop.name === 'a Skip to content')) return stops
    await expectVisibleFocus(page)
    stops.push(stop.name)
  }
  throw new Error(`The Tab key does not lead out of ${page.url()}.`)
}

/**
 * Fails if a person can't see where the focus is once the page has stopped moving. At the end of a
 * page, it is outside.
 */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const fault = async (): Promise<string> => {
    const stop = await page.evaluate(stopOf)
    return stop?.fault ? `${stop.name} on ${page.url()} ${stop.fault}` : ''
  }
  await expect.poll(fault).toBe('')
}

/** Undefined if the focus is outside the page; runs in the page. */
function stopOf(): Stop | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
  const words = focused.ariaLabel || focused.innerText?.trim() || focused.id
  const name = `${focused.tagName.toLowerCase()} ${words.slice(0, 50)}`
  const label = focused.closest('label')

  const isDrawn = (element: Element, pseudo?: string): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  let hasRing = isDrawn(focused, '::after')
  // A control may be drawn by its label, and an editor by its frame.
  for (let each: Element | null = focused; each && !hasRing; each = each.parentElement) {
    hasRing = isDrawn(each)
  }
  // The browser draws the ring of the button in a field for a date or a time.
  if (!hasRing && !focused.matches('[type=time], [type=date]'))
    return { name, fault: 'has no focus ring' }

  const shown = label && focused.offsetWidth < 4 ? label : focused
  const box = shown.getBoundingClientRect()
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  if (left >= right || top >= bottom) return { name, fault: 'is off screen' }
  const isOnTop = [0.05, 0.5, 0.95].some((across) =>
    [0.1, 0.5, 0.9].some((down) => {
      const x = left + (right - left) * across
      const hit = document.elementFromPoint(x, top + (bottom - top) * down)
      return shown.contains(hit) || label?.contains(hit)
    }),
  )
  return { name, fault: isOnTop ? '' : 'is covered' }
}
