import type { Page } from '@playwright/test'
import { openEntry, openStoryForm, storyCard } from '#web/testing/story-steps.ts'
import { expect, expectSettled, tabTo, test } from './fixtures.ts'
import { tabThrough } from './keyboard-steps.ts'

const PHONE = { width: 375, height: 812 }

/** The stops of the Tab key on a page, from its start to its end. */
async function stopsOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expectSettled(page)
  // Content that appears late would move the focused element.
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  return tabThrough(page)
}

test('on a phone the focus is visible at every stop of every page, and never trapped', async ({
  openPage,
  world,
}) => {
  const storyId = await world.story({ author: await world.member(), title: 'A way through' })
  const visitor = await openPage({ viewport: PHONE })
  for (const path of ['/', '/auth']) await stopsOn(visitor, path)
  const page = await openPage({ viewport: PHONE, as: await world.member() })
  const pages = ['/dashboard', '/flow', '/flow?tab=faith', `/flow?story=${storyId}`, '/account']
  for (const path of [...pages, '/live']) {
    expect(await stopsOn(page, path)).toContain('a Who can see what')
  }
  await page.goto('/flow?tab=exit')
  await openStoryForm(page)
  expect(await tabThrough(page)).toEqual(
    expect.arrayContaining(['button Write', 'button Submit story', 'a A way through']),
  )
})

test('the bar of decisions and the bar of changes cover no focus', async ({ openPage, world }) => {
  const author = await world.member()
  for (const title of ['Left alone', 'Left behind']) {
    await world.story({ author, title, status: 'pending' })
  }
  const desk = await openPage({ as: await world.admin() })
  const phone = await openPage({ as: await world.admin(), viewport: PHONE })
  for (const page of [desk, phone]) {
    await page.goto('/admin/stories')
    await expect(openEntry(page, 'Left alone')).toBeVisible()
    const stops = await tabThrough(page)
    expect(stops.filter((name) => /^button (Approve|Reject): /.test(name))).toHaveLength(2)
  }
  // On a phone, the bar is above the sections.
  await phone.goto('/sfx-members')
  await tabTo(phone.getByRole('button', { name: 'Live Coaching Settings' }))
  await phone.keyboard.press('Enter')
  const days = phone.getByRole('spinbutton', { name: 'Keep recordings for (days)' })
  await tabTo(days)
  await phone.keyboard.type('44')
  await expect(phone.getByText('You have changes that are not saved.')).toBeInViewport({ ratio: 1 })
  await tabTo(phone.getByRole('button', { name: 'Save Settings' }))
})

test('a wrong form moves the focus to its first wrong field', async ({ page }) => {
  await page.goto('/register')
  const create = page.getByRole('main').getByRole('button', { name: 'Create Account' })
  await tabTo(create)
  await page.keyboard.press('Enter')
  const username = page.getByLabel('Username', { exact: true })
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription(/Username is required/)
  await page.keyboard.type('tamar')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('tamar@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('a story can be shared by keyboard alone, also after mistakes and a pause', {
  tag: '@journey',
}, async ({ memberPage: page }) => {
  const { keyboard } = page
  const card = storyCard(page)
  const title = card.getByLabel('Title')
  const submit = card.getByRole('button', { name: 'Submit story' })
  await page.goto('/flow?tab=exit')
  await tabTo(page.getByRole('button', { name: 'Share your story' }))
  await keyboard.press('Enter')
  // The button that was pressed is gone; the form is next.
  await expect(title).toBeVisible()
  await keyboard.press('Tab')
  await expect(card.getByRole('tab', { name: 'Write' })).toBeFocused()
  await tabTo(submit)
  await keyboard.press('Enter')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription(/Title is required/)
  await keyboard.type('A lamp on the sill')
  await keyboard.press('Enter')
  const category = card.getByLabel('Category')
  await expect(category).toBeFocused()
  await keyboard.press('F')
  await expect(category).toHaveValue('faith')
  await tabTo(card.getByLabel('Your story', { exact: true }))
  await keyboard.type('Somebody had left a light on.')
  await tabTo(card.getByRole('button', { name: 'Continue later' }))
  await keyboard.press('Enter')
  await expect(card.getByText('Your unfinished story')).toBeVisible()
  await keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Continue' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(card.getByLabel('Your story', { exact: true })).toHaveValue(/left a light on/)
  await tabTo(submit)
  await keyboard.press('Enter')
  // The notice has the focus, with the story as its first link.
  await expect(page.locator(':focus')).toContainText('For Approval')
  await keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'A lamp on the sill' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A lamp on the sill' })).toBeFocused()
})
