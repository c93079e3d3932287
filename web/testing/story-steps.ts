/**
 * The part of a locator that a step for page tests and browser tests needs: what Playwright's and that of page
 * tests have in common.
 */
export interface Finds<L> {
  getByRole(
    role: 'article' | 'button' | 'heading' | 'link' | 'list' | 'listitem' | 'menuitem' | 'region',
    options?: { name?: string | RegExp; exact?: boolean },
  ): L
  getByLabel(text: string, options?: { exact?: boolean }): L
  locator(selector: string): L
}

/** As `Finds`, with what a person does. */
export interface Found<L> extends Finds<L> {
  filter(options: { has?: L; hasText?: string | RegExp }): L
  click(): Promise<void>
  fill(text: string): Promise<void>
  selectOption(option: { label: string }): Promise<unknown>
  waitFor(): Promise<void>
}

/** The card with the form for a story. */
export function storyCard<L extends Found<L>>(page: Finds<L>): L {
  return page.getByRole('region', { name: 'Share Your Story Testimonials & Ask Folx? (Q&A)' })
}

/** Opens the form of a new story, or of the unfinished one on this device. */
export async function openStoryForm<L extends Found<L>>(page: Finds<L>): Promise<L> {
  const card = storyCard(page)
  await page.getByRole('button', { name: /^(Share your story|Continue)$/ }).click()
  await card.getByLabel('Title').waitFor()
  return card
}

/** Opens what a recording doesn't need. */
export async function openMore<L extends Found<L>>(form: Finds<L>): Promise<void> {
  await form
    .locator('summary')
    .filter({ hasText: /^More$/ })
    .click()
}

export async function fillStory<L extends Found<L>>(
  form: Finds<L>,
  story: { title: string; category?: string; content?: string },
): Promise<void> {
  await form.getByLabel('Title').fill(story.title)
  await form.getByLabel('Category').selectOption({ label: story.category ?? 'Faith' })
  if (story.content) await form.getByLabel('Your story', { exact: true }).fill(story.content)
}

/** A story in the list of `/flow`. */
export function listedStory<L extends Found<L>>(page: Finds<L>, title: string): L {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
}

/** The open entry of a queue in `/admin`, with this heading or text. */
export function openEntry<L extends Found<L>>(page: Finds<L>, text: string): L {
  return page
    .getByRole('region', {
      name: /^Open (story|report|request|transcript|application|notice|second look)$/,
    })
    .filter({ hasText: text })
}

/** An entry in the list of a queue. */
export function queueRow<L extends Found<L>>(page: Finds<L>, title: string | RegExp): L {
  return page
    .getByRole('list', { name: /^(Stories waiting for approval|Reports|\w+ requests)$/ })
    .getByRole('listitem')
    .filter({ hasText: title })
}

/** Opens a queue entry from the list next to it, by its text in the list. */
export async function openFromList<L extends Found<L>>(page: Finds<L>, title: string): Promise<L> {
  await queueRow(page, title).getByRole('button').click()
  return openEntry(page, title)
}

/** Chooses an entry of the menu of a story or another text in the administration. */
export async function chooseInMenu<L extends Found<L>>(
  page: Finds<L>,
  { about, action }: { about: string; action: string },
): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${about}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export function replyBy<L>(page: Finds<L>, name: string): L {
  return page.getByRole('article', { name: `Reply by ${name}` })
}

/** Chooses an entry of a reply's menu. */
export async function chooseInReply<L extends Found<L>>(
  page: Finds<L>,
  { by, action }: { by: string; action: string },
): Promise<void> {
  await page.getByRole('button', { name: `More about the reply by ${by}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
