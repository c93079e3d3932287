import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const FLAWED = '<img src="data:,"><p style="color: #aaa; background: #fff">pale</p>'

test('axe finds problems on a page and in a frame', async ({ page }) => {
  const rules = ['image-alt', 'color-contrast']
  await page.goto('/')
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), FLAWED)
  const onPage = await axeViolations(page, { type: 'rule', values: rules })
  expect(onPage.map(({ id, elements }) => [id, elements.length])).toEqual([
    ['color-contrast', 1],
    ['image-alt', 1],
  ])

  await page.reload()
  await page.evaluate((html) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = html
    document.body.append(frame)
  }, FLAWED)
  await expect(page.frameLocator('iframe').getByText('pale')).toBeVisible()
  const inFrame = await axeViolations(page, { type: 'rule', values: rules })
  expect(inFrame.map(({ id, elements }) => [id, elements.length])).toEqual([
    ['color-contrast', 1],
    ['image-alt', 1],
  ])
})
