import { onTestFinished } from 'vitest'
import { actionEndpoints } from '#contract/actions.ts'
import { dailyEndpoints } from '#contract/daily.ts'
import { emailEndpoints } from '#contract/email.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { joiningEndpoints } from '#contract/joining.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { muteEndpoints } from '#contract/mutes.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { triviaEndpoints } from '#contract/trivia.ts'
import type { Db } from '#server/db/connect.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { dom } from '#web/testing/dom.ts'
import type { TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const LETTER = /\p{L}/u
const ISOLATED = /\u2068[^\u2069]*\u2069/g

/** What members and the team write, each with a number that must not leave its place. */
const WORDS = {
  member: 'רחל 1',
  author: 'سارة 2',
  admin: 'משה 3',
  title: 'אור בבוקר 4',
  content: 'قصة قصيرة 5',
  tag: 'שלום 6',
  reply: 'תודה רבה 7',
  answer: 'شكرا لك 8',
  ownTitle: 'הלחם שלי 9',
  reason: 'من فضلك غيّره 10',
  prayer: 'לחולים 11',
  praise: 'الحمد لله 12',
  action: 'לקום מוקדם 13',
  notes: 'يوم هادئ 14',
  question: 'מה עכשיו 15',
  response: 'انتظر قليلا 16',
  warning: 'בבקשה בעדינות 17',
  report: 'هذا مؤلم 18',
  product: 'מחברת 19',
  trivia: 'מי היה ראשון 20',
  option: 'آدم 21',
  subject: 'חדשות 22',
  invitation: 'الجماعة 23',
  muted: 'דניאל 24',
  held: 'أهلا وسهلا 25',
  transcript: 'קול ראשון 26',
  siteTitle: 'בית האור 27',
}

test('what people write has its own direction on every page', async ({
  api,
  page,
  site,
  world,
}) => {
  const { member, admin, storyId, spokenId, userId } = await write({ api, db: site.db, world })
  const seen: string[] = []
  const problems: string[] = []
  /** Their words are missing here, because the sanitizer needs a browser. */
  const richTexts: Element[] = []
  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    await untilLoaded(page)
    const texts = textsOf(dom.window.document.body)
    expect(dom.window.document.title).toContain(`· \u2068${WORDS.siteTitle}\u2069`)
    seen.push(...texts.map(({ data }) => data))
    problems.push(...texts.flatMap((text) => problemOf(text) ?? []).map((it) => `${path}: ${it}`))
    problems.push(...fieldProblems().map((it) => `${path}: ${it}`))
    richTexts.push(...dom.window.document.querySelectorAll('.prose-text'))
  }

  page.signIn(member)
  for (const path of [
    '/dashboard',
    '/flow',
    '/flow?tab=faith',
    '/flow?tab=exit',
    `/flow?tab=exit&tag=${WORDS.tag}`,
    '/flow?tab=exit&list=mine',
    '/flow?tab=exit&list=prayer',
    '/flow?tab=exit&list=answered',
    '/flow?tab=exit&list=asked',
    `/flow?story=${storyId}`,
    `/flow?story=${spokenId}`,
    '/flow?tab=guidance',
    '/guidance-responses',
    '/daily-actions',
    '/account',
    '/account/profile',
    '/account/notifications',
    '/account/messages',
    '/account/privacy',
    '/account/purchases',
    '/resources',
    '/live',
  ]) {
    await open(path)
  }
  page.signIn(admin)
  for (const path of [
    '/admin',
    '/admin/stories',
    '/admin/reports',
    '/admin/replies',
    '/admin/prayer',
    '/admin/transcripts',
    '/admin/active-stories',
    '/admin/tags',
    '/admin/guidance',
    '/admin/guidance?part=answered',
    '/admin/daily-content',
    '/admin/users',
    `/admin/users/${userId}`,
    '/admin/joining',
    '/admin/team',
    '/admin/audit-log',
    '/admin/settings',
    '/admin/email',
    '/admin/products',
    '/admin/orders',
    '/admin/subscribers',
    '/admin/trivia',
    '/admin/scheduled-emails',
  ]) {
    await open(path)
  }
  expect(problems).toEqual([])
  expect(new Set(richTexts.map((element) => element.getAttribute('dir')))).toEqual(
    new Set(['auto']),
  )
  const everything = seen.join('\n')
  expect(Object.values(WORDS).filter((words) => !everything.includes(words))).toEqual([])
})

/** Everything that a community writes, in Hebrew and Arabic. */
async function write({ api, db, world }: { api: TestApi; db: Db; world: World }): Promise<{
  member: TestMember
  admin: TestMember
  storyId: number
  spokenId: number
  userId: string
}> {
  const member = await world.member({ anonymousUsername: WORDS.member })
  const author = await world.member({ anonymousUsername: WORDS.author })
  const muted = await world.member({ anonymousUsername: WORDS.muted })
  const admin = await world.admin({ anonymousUsername: WORDS.admin })
  const [asMember, asAuthor, asAdmin] = [member, author, admin].map((one) => api.as(one))
  if (!asMember || !asAuthor || !asAdmin) throw new Error('unreachable')
  const name = (siteTitle: string) => asAdmin.call(settingsEndpoints.save, { body: { siteTitle } })
  await name(WORDS.siteTitle)
  onTestFinished(() => void name('Folx'))

  const storyId = await world.story({
    author,
    title: WORDS.title,
    content: WORDS.content,
    tags: [WORDS.tag],
  })
  const replyId = await world.reply({ author: member, storyId, content: WORDS.reply })
  await world.reply({ author, storyId, parentId: replyId, content: WORDS.answer })
  const ownId = await world.story({ author: member, title: WORDS.ownTitle })
  await world.story({
    author: member,
    title: WORDS.ownTitle,
    content: WORDS.content,
    status: 'rejected',
    rejectionReason: WORDS.reason,
  })
  const waiting = { author, title: WORDS.title, content: WORDS.content, status: 'pending' } as const
  await world.story(waiting)
  await asAuthor.call(storyEndpoints.reply, {
    body: { storyId: ownId, content: WORDS.answer },
  })
  await asMember.call(storyEndpoints.report, {
    params: { id: storyId },
    body: { reason: WORDS.report },
  })
  await asAdmin.call(storyEndpoints.warnStoryAuthor, {
    params: { id: ownId },
    body: { words: WORDS.warning },
  })
  const spokenId = await world.story({
    author,
    title: WORDS.title,
    recording: { state: 'ready', key: 'spoken' },
  })
  const caption = { caption: WORDS.transcript }
  await db.updateTable('story').set(caption).where('storyId', '=', spokenId).execute()
  const mutedStory = await world.story({ author: muted, title: WORDS.title })
  await asMember.call(muteEndpoints.muteStoryAuthor, { params: { id: mutedStory } })
  await db
    .insertInto('reply')
    .values({ memberId: muted.id, storyId, content: WORDS.held, heldAt: new Date() })
    .execute()

  for (const status of ['approved', 'pending'] as const) {
    await world.prayerRequest({ author, content: WORDS.prayer, status })
  }
  await world.prayerRequest({ author: member, content: WORDS.prayer, status: 'approved' })
  await world.prayerRequest({
    author,
    content: WORDS.prayer,
    status: 'answered',
    answer: WORDS.praise,
  })
  await asMember.call(actionEndpoints.createPersonal, { body: { actionContent: WORDS.action } })
  await asMember.call(moodEndpoints.save, { body: { mood: 'peaceful', notes: WORDS.notes } })
  const { id } = await asMember.call(guidanceEndpoints.ask, {
    body: { content: WORDS.question, category: 'faith' },
  })
  const answering = { params: { id }, body: { responseContent: WORDS.response } }
  await asAdmin.call(guidanceEndpoints.respond, answering)
  await asMember.call(guidanceEndpoints.followUp, {
    params: { id },
    body: { content: WORDS.question },
  })

  const productId = await world.product({ title: WORDS.product })
  await world.product({ title: WORDS.product, productType: 'subscription' })
  await world.purchase({ member, productId })
  await asAdmin.call(dailyEndpoints.publish, {
    fields: { type: 'message', format: 'text', content: `<p>${WORDS.answer}</p>` },
  })
  await asAdmin.call(triviaEndpoints.createQuestion, {
    body: {
      subject: 'bible',
      question: WORDS.trivia,
      options: [WORDS.option, 'Abel'],
      answer: WORDS.option,
      explanation: WORDS.trivia,
      source: WORDS.trivia,
      isEnabled: true,
    },
  })
  await asAdmin.call(emailEndpoints.createScheduled, {
    body: {
      subject: WORDS.subject,
      preheader: WORDS.subject,
      html: `<p>${WORDS.answer}</p>`,
      group: 'everyone',
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await asAdmin.call(joiningEndpoints.createInvitation, {
    body: { name: WORDS.invitation, maxUses: 1, days: 7 },
  })
  return { member, admin, storyId, spokenId, userId: author.id }
}

async function untilLoaded(page: TestPage): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('[aria-label^="Loading"]')).toHaveCount(0)
}

function textsOf(root: HTMLElement): Text[] {
  const walker = dom.window.document.createTreeWalker(root, dom.window.NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const isRead = !text.parentElement?.closest('script, style, textarea')
    if (isRead && RIGHT_TO_LEFT.test(text.data)) found.push(text)
  }
  return found
}

/** Why a text would be shown in the wrong order; undefined if it has its own direction. */
function problemOf(text: Text): string | undefined {
  if (!RIGHT_TO_LEFT.test(text.data.replace(ISOLATED, ''))) return undefined
  const isolate = text.parentElement?.closest('[dir], bdi')
  if (isolate && isolate.getAttribute('dir') !== 'ltr' && isRightToLeft(isolate)) return undefined
  return `“${text.data}” in ${text.parentElement?.outerHTML.slice(0, 200)}`
}

/** The direction of an element is that of its first letter outside of elements with their own. */
function isRightToLeft(element: Element): boolean {
  const copy = element.cloneNode(true) as Element
  for (const inner of copy.querySelectorAll('[dir], bdi')) inner.remove()
  const [first = ''] = LETTER.exec((copy.textContent ?? '').replace(ISOLATED, '')) ?? []
  return RIGHT_TO_LEFT.test(first)
}

/** Words may be in any script, but no address, number or code is. */
function fieldProblems(): string[] {
  const fields = dom.window.document.querySelectorAll<HTMLInputElement>(
    'input:not([type=radio], [type=checkbox], [type=hidden], [type=file], [type=range]), textarea, [contenteditable]',
  )
  return [...fields].flatMap((field) => {
    const isWords = ['textarea', 'text', 'search', undefined].includes(field.type)
    const wanted =
      isWords && ['', 'text', 'search'].includes(field.inputMode ?? '') ? 'auto' : 'ltr'
    return field.hidden || field.getAttribute('dir') === wanted ? [] : [field.outerHTML]
  })
}
