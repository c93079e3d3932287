import type { Page } from '@playwright/test'
import { expect, onEmptySite, test, visitInApp } from './fixtures.ts'
import { MEMBER_PAGES } from './member-pages.ts'

/*
 * What makes a page calm, as far as it can be counted, on every page of a member. Exceptions:
 * - Headings are in the serif font too, and not counted among the text sizes: they are the site's
 *   voice, and their size says their rank.
 * - The moods on a phone are smaller than other text, so that all seven fit side by side.
 * - A badge of one line has a border, but isn't a box.
 */

// What other tests leave on a site would be measured as well.
onEmptySite()

/** Text for reading, its notes, and one larger size for a verse, a price or a story. */
const MOST_TEXT_SIZES = 3

/** Headings of different rank differ by a tenth in size, or visibly in weight. */
const SIZE_STEP = 1.1
const WEIGHT_STEP = 100

interface Look {
  /** The sizes of text outside headings, in pixels, each with an example. */
  textSizes: Record<string, string>
  headings: { rank: number; size: number; weight: number; text: string }[]
  /** Running text in the serif font that isn't Scripture. */
  serif: string[]
  /** Boxes with a border on all sides inside another one. */
  nestedBoxes: string[]
  /** The labels of filled buttons that can be seen at the same time. */
  filled: string[]
}

/** Reads the page's main part: what is visible, without what only screen readers get. */
function lookOf(page: Page): Promise<Look> {
  return page.locator('main').evaluate((main): Look => {
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1
    const look: Look = { textSizes: {}, headings: [], serif: [], nestedBoxes: [], filled: [] }

    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim()
      const element = texts.currentNode.parentElement
      if (!text || !element || !isVisible(element)) continue
      // Drawings and emojis are as large as they need to be.
      if (element.closest('svg, .emoji, [role="img"], [role="radiogroup"]')) continue
      const { fontSize, fontFamily, fontWeight } = getComputedStyle(element)
      const heading = element.closest('h1, h2, h3, h4')
      if (heading) {
        const rank = Number(heading.tagName.slice(1))
        const [size, weight] = [Number.parseFloat(fontSize), Number(fontWeight)]
        look.headings.push({ rank, size, weight, text })
      } else {
        look.textSizes[fontSize] ??= text
        const isScripture = element.closest('blockquote') !== null
        if (fontFamily.startsWith('Fraunces') && !isScripture) look.serif.push(text)
      }
    }

    const CONTROLS = 'button, a, input, select, textarea, label, summary, [role="radio"]'
    const BADGE_HEIGHT = 40
    const isBox = (element: Element): boolean => {
      const style = getComputedStyle(element)
      if (element.getBoundingClientRect().height <= BADGE_HEIGHT) return false
      return ['top', 'right', 'bottom', 'left'].every(
        (side) =>
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
          !style.getPropertyValue(`border-${side}-color`).endsWith(', 0)'),
      )
    }
    const boxes = [...main.querySelectorAll('*')].filter(
      (element) => !element.closest(CONTROLS) && isVisible(element) && isBox(element),
    )
    for (const box of boxes) {
      if (boxes.some((other) => other !== box && other.contains(box))) {
        look.nestedBoxes.push(box.textContent?.slice(0, 60) ?? '')
      }
    }

    const probe = document.createElement('i')
    main.append(probe)
    const fills = ['var(--primary)', 'var(--destructive)'].map((color) => {
      probe.style.background = color
      return getComputedStyle(probe).backgroundColor
    })
    probe.remove()
    // A toggle that is on is filled as well; it says a state and asks for nothing.
    const filled = [...main.querySelectorAll('button:not([aria-pressed]), a')]
      .filter((each) => isVisible(each) && fills.includes(getComputedStyle(each).backgroundColor))
      .map((each) => ({ top: each.getBoundingClientRect().top, label: each.textContent.trim() }))
      .sort((a, b) => a.top - b.top)
    for (const { top } of filled) {
      const together = filled.filter((other) => other.top >= top && other.top < top + innerHeight)
      if (together.length > look.filled.length) look.filled = together.map(({ label }) => label)
    }
    return look
  })
}

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
]) {
  test(`every page of a member is calm at ${viewport.width} px`, async ({
    openPage,
    world,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/status of 404 /)
    const [member, author] = [await world.member(), await world.member()]
    const story = await world.story({ author })
    await world.story({ author: member, status: 'rejected', rejectionReason: 'A name is in it.' })
    await world.reply({ storyId: story, author: member, content: 'Thank you.' })
    const page = await openPage({ as: member, viewport })
    await visitInApp(page, [...MEMBER_PAGES, `/flow?story=${story}`], async (path) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Without what is still loading.
      await expect(page.locator('.animate-pulse')).toHaveCount(0)
      const look = await lookOf(page)
      const sizes = Object.keys(look.textSizes)
      expect.soft(sizes.length, `${path}: ${sizes}`).toBeLessThanOrEqual(MOST_TEXT_SIZES)
      expect.soft(look.serif, `${path}: serif text that is not Scripture`).toEqual([])
      expect.soft(look.nestedBoxes, `${path}: boxes in boxes`).toEqual([])
      expect.soft(look.filled.length, `${path}: ${look.filled}`).toBeLessThanOrEqual(1)
      expect.soft(sameLook(look.headings), `${path}: headings`).toEqual([])
    })
  })
}

/** Pairs of headings of different rank that look the same, or whose lower one is larger. */
function sameLook(headings: Look['headings']): string[] {
  const pairs = headings.flatMap((higher) =>
    headings.filter(({ rank }) => rank === higher.rank + 1).map((lower) => ({ higher, lower })),
  )
  return pairs
    .filter(({ higher, lower }) => {
      const isSmaller = higher.size >= lower.size * SIZE_STEP
      const isLighter = higher.size >= lower.size && higher.weight >= lower.weight + WEIGHT_STEP
      return !isSmaller && !isLighter
    })
    .map(({ higher, lower }) => `${higher.text} / ${lower.text}`)
}

test('a restless page is noticed', async ({ memberPage: page }) => {
  await page.goto('/privacy-facts')
  await page.locator('main').evaluate((main) => {
    main.insertAdjacentHTML(
      'beforeend',
      `<section style="border: 1px solid #888; padding: 3rem">
        <h2 style="font-size: 20px">One</h2><h3 style="font-size: 20px">Two</h3>
        <div style="border: 1px solid #888; height: 5rem">Box in a box</div>
        <p style="font-family: Fraunces">Not from the Bible</p>
        <p style="font-size: 13px">Small</p><p style="font-size: 15px">Smaller</p>
        <button style="background: var(--primary)">Yes</button>
        <a href="/" style="background: var(--primary)">Also yes</a>
      </section>`,
    )
  })
  const look = await lookOf(page)
  expect(Object.keys(look.textSizes).length).toBeGreaterThan(MOST_TEXT_SIZES)
  expect(look.serif).toEqual(['Not from the Bible'])
  expect(look.nestedBoxes).toEqual(['Box in a box'])
  expect(look.filled).toEqual(['Yes', 'Also yes'])
  expect(sameLook(look.headings)).toContain('One / Two')
})
