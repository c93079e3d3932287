import { createRoute, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { requireAdmin } from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.tsx'
import { adminLoader, memberLoader } from '#web/app/page-loader.ts'
import { root } from '#web/app/root.ts'
import type { AdminLoad, AdminPage } from '#web/features/admin/admin-pages.ts'
import { dateIn, numberIn, type Search, textIn, wordIn } from '#web/lib/search.ts'

const importFrame = () => import('#web/features/admin/admin-frame.tsx')

const frame = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: async ({ context, location }) => {
    await requireAdmin({ context, location })
    if (!('tab' in location.search)) return
    const { movedAddress } = await import('#web/features/admin/moved-address.ts')
    const href = movedAddress(location)
    if (href) throw redirect({ href })
  },
  loader: memberLoader(async (load) => (await importFrame()).loadAdminFrame(load)),
  component: lazyPage(importFrame, 'AdminFrame'),
  notFoundComponent: lazyPage(importFrame, 'UnknownAdminPage'),
})

interface PageOptions<PageSearch, Component extends string, Load extends string> extends AdminPage {
  /** Reads the page's search parameters, all of which may be missing. */
  search?: (search: Search) => PageSearch
  code: () => Promise<
    Record<NoInfer<Component>, ComponentType> &
      Record<NoInfer<Load>, (load: AdminLoad<Partial<NoInfer<PageSearch>>>) => Promise<unknown>>
  >
  /** The page's component in `code`. */
  component: Component
  /** The page's loader in `code`, which reads what it shows first; false if there is no such entry. */
  load?: Load
}

/** An admin page. The return type is inferred, because it types every link to the page. */
function adminPage<
  const Path extends string,
  PageSearch extends object = Record<never, never>,
  Component extends string = never,
  Load extends string = never,
>(path: Path, page: PageOptions<PageSearch, Component, Load>) {
  const { search, code, component, load, ...admin } = page
  const searchOf = (given: Search): Partial<PageSearch> => search?.(given) ?? {}
  return createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title: `${page.title} · Admin Dashboard`, admin },
    validateSearch: searchOf,
    loader: adminLoader(page, async ({ search, ...given }) =>
      load ? (await code())[load]({ ...given, search: searchOf(search) }) : undefined,
    ),
    component: lazyPage(code, component),
  })
}

const paged = (search: Search) => ({ page: numberIn(search, 'page') })
const searched = (search: Search) => ({
  ...paged(search),
  q: textIn(search, 'q'),
})
const days = (search: Search) => ({
  from: dateIn(search, 'from'),
  to: dateIn(search, 'to'),
})
/** The open entry of a queue. */
const queued = (search: Search) => ({ item: numberIn(search, 'item') })
const parted = (search: Search) => ({ part: textIn(search, 'part') })

/** Every page of the administration, in the order of the navigation. */
export const administration = frame.addChildren([
  adminPage('/', {
    title: 'Today',
    code: () => import('#web/features/admin/today/today-panel.tsx'),
    component: 'TodayPanel',
  }),
  adminPage('stories', {
    title: 'Stories',
    rights: ['stories'],
    queue: 'stories',
    search: queued,
    code: () => import('#web/features/admin/queue/pending-stories.tsx'),
    component: 'PendingStories',
    load: 'loadStories',
  }),
  adminPage('reports', {
    title: 'Reports',
    in: '/admin/stories',
    rights: ['stories'],
    queue: 'reports',
    search: (search) => ({ ...queued(search), ...parted(search) }),
    code: () => import('#web/features/admin/queue/reports-panel.tsx'),
    component: 'ReportsPanel',
    load: 'loadReports',
  }),
  adminPage('second-looks', {
    title: 'Second looks',
    in: '/admin/stories',
    rights: ['stories'],
    queue: 'secondLooks',
    search: queued,
    code: () => import('#web/features/admin/queue/second-looks-panel.tsx'),
    component: 'SecondLooksPanel',
    load: 'loadSecondLooks',
  }),
  adminPage('replies', {
    title: 'First replies',
    in: '/admin/stories',
    rights: ['stories'],
    queue: 'replies',
    search: queued,
    code: () => import('#web/features/admin/queue/held-panel.tsx'),
    component: 'HeldPanel',
    load: 'loadHeld',
  }),
  adminPage('prayer', {
    title: 'Prayer',
    in: '/admin/stories',
    rights: ['stories'],
    queue: 'prayers',
    search: queued,
    code: () => import('#web/features/admin/prayer/prayer-panel.tsx'),
    component: 'PrayerPanel',
    load: 'loadPrayers',
  }),
  adminPage('transcripts', {
    title: 'Transcripts',
    in: '/admin/stories',
    rights: ['stories'],
    queue: 'transcripts',
    search: queued,
    code: () => import('#web/features/admin/transcripts/transcripts-panel.tsx'),
    component: 'TranscriptsPanel',
    load: 'loadTranscripts',
  }),
  adminPage('active-stories', {
    title: 'Active Stories',
    rights: ['stories'],
    search: searched,
    code: () => import('#web/features/admin/active-stories-panel.tsx'),
    component: 'ActiveStoriesPanel',
    load: 'loadActiveStories',
  }),
  adminPage('tags', {
    title: 'Tags',
    in: '/admin/active-stories',
    rights: ['stories'],
    code: () => import('#web/features/admin/tags/tags-page.tsx'),
    component: 'TagsPage',
    load: 'loadTags',
  }),
  adminPage('guidance', {
    title: 'Guidance',
    rights: ['guidance'],
    queue: 'guidance',
    search: (search) => ({ ...paged(search), ...queued(search), ...parted(search) }),
    code: () => import('#web/features/admin/guidance/requests-panel.tsx'),
    component: 'RequestsPanel',
    load: 'loadRequests',
  }),
  adminPage('guidance/$requestId', {
    title: 'Guidance',
    in: '/admin/guidance',
    rights: ['guidance'],
    code: () => import('#web/features/admin/guidance/request-page.tsx'),
    component: 'RequestPage',
    load: 'loadRequest',
  }),
  adminPage('daily-content', {
    title: 'Daily Content',
    rights: ['daily'],
    search: parted,
    code: () => import('#web/features/admin/daily/daily-content-panel.tsx'),
    component: 'DailyContentPanel',
    load: 'loadDailyContent',
  }),
  adminPage('business-words', {
    title: 'Business words',
    in: '/admin/daily-content',
    shown: 'while-open',
    rights: ['daily'],
    search: paged,
    code: () => import('#web/features/admin/daily/words-page.tsx'),
    component: 'WordsPage',
    load: 'loadWords',
  }),
  adminPage('business-words/file', {
    title: 'Import or export words',
    in: '/admin/daily-content',
    shown: 'never',
    rights: ['daily'],
    code: () => import('#web/features/admin/daily/word-file-page.tsx'),
    component: 'WordFilePage',
    load: 'loadWordFile',
  }),
  adminPage('users', {
    title: 'Users',
    rights: ['people'],
    search: (search) => ({
      ...searched(search),
      show: textIn(search, 'show'),
      sort: textIn(search, 'sort'),
    }),
    code: () => import('#web/features/admin/users/user-list.tsx'),
    component: 'UserList',
  }),
  adminPage('users/$userId', {
    title: 'User',
    in: '/admin/users',
    rights: ['people'],
    code: () => import('#web/features/admin/users/user-profile-panel.tsx'),
    component: 'UserProfilePanel',
  }),
  adminPage('joining', {
    title: 'Joining',
    in: '/admin/users',
    rights: ['people'],
    queue: 'applications',
    code: () => import('#web/features/admin/joining/joining-panel.tsx'),
    component: 'JoiningPanel',
    load: 'loadJoining',
  }),
  adminPage('team', {
    title: 'Team',
    in: '/admin/users',
    rights: ['keeper'],
    search: (search) => ({ q: textIn(search, 'q'), right: textIn(search, 'right') }),
    code: () => import('#web/features/admin/team/team-panel.tsx'),
    component: 'TeamPanel',
  }),
  adminPage('audit-log', {
    title: 'Audit log',
    in: '/admin/users',
    rights: ['keeper'],
    search: (search) => ({
      ...paged(search),
      ...days(search),
      action: textIn(search, 'action'),
      by: textIn(search, 'by'),
    }),
    code: () => import('#web/features/admin/users/audit-log.tsx'),
    component: 'AuditLog',
  }),
  adminPage('settings', {
    title: 'Settings',
    rights: ['settings'],
    code: () => import('#web/features/admin/settings/website-settings-panel.tsx'),
    component: 'WebsiteSettingsPanel',
    load: 'loadSettings',
  }),
  adminPage('rule-numbers', {
    title: 'House rules in numbers',
    in: '/admin/settings',
    shown: 'while-open',
    rights: ['settings'],
    search: parted,
    code: () => import('#web/features/admin/settings/rule-numbers-page.tsx'),
    component: 'RuleNumbersPage',
    load: 'loadRuleNumbers',
  }),
  adminPage('connections', {
    title: 'Connections',
    in: '/admin/settings',
    rights: ['keeper'],
    code: () => import('#web/features/admin/keeper/connections-panel.tsx'),
    component: 'ConnectionsPanel',
    load: 'loadConnections',
  }),
  adminPage('backups', {
    title: 'Backups and health',
    in: '/admin/settings',
    rights: ['keeper'],
    code: () => import('#web/features/admin/keeper/keeper-panel.tsx'),
    component: 'KeeperPanel',
    load: 'loadKeeper',
  }),
  adminPage('handover', {
    title: 'Handover',
    in: '/admin/settings',
    shown: 'while-open',
    rights: ['keeper'],
    code: () => import('#web/features/admin/keeper/handover-page.tsx'),
    component: 'HandoverPage',
    load: 'loadHandover',
  }),
  adminPage('email', {
    title: 'Email',
    rights: ['mail', 'keeper'],
    search: (search) => ({ ...searched(search), ...parted(search) }),
    code: () => import('#web/features/admin/email/email-panel.tsx'),
    component: 'EmailPanel',
    load: 'loadEmail',
  }),
  adminPage('email/$mailingId', {
    title: 'Email',
    in: '/admin/email',
    rights: ['mail'],
    code: () => import('#web/features/admin/email/mailing-page.tsx'),
    component: 'MailingPage',
    load: 'loadMailing',
  }),
  adminPage('products', {
    title: 'Products',
    rights: ['treasurer'],
    code: () => import('#web/features/admin/products/product-list.tsx'),
    component: 'ProductList',
    load: 'loadProducts',
  }),
  adminPage('products/new', {
    title: 'New product',
    in: '/admin/products',
    shown: 'never',
    rights: ['treasurer'],
    code: () => import('#web/features/admin/products/product-page.tsx'),
    component: 'NewProductPage',
    load: 'loadProduct',
  }),
  adminPage('products/$productId', {
    title: 'Product',
    in: '/admin/products',
    rights: ['treasurer'],
    code: () => import('#web/features/admin/products/product-page.tsx'),
    component: 'ProductPage',
    load: 'loadProduct',
  }),
  adminPage('orders', {
    title: 'Orders',
    in: '/admin/products',
    rights: ['treasurer'],
    search: (search) => ({ ...searched(search), ...days(search) }),
    code: () => import('#web/features/admin/products/orders-page.tsx'),
    component: 'OrdersPage',
    load: 'loadOrders',
  }),
  adminPage('subscribers', {
    title: 'Subscribers',
    in: '/admin/products',
    rights: ['treasurer'],
    search: paged,
    code: () => import('#web/features/admin/products/subscribers-part.tsx'),
    component: 'SubscribersPart',
    load: 'loadSubscribers',
  }),
  adminPage('till', {
    title: 'Test payments',
    in: '/admin/products',
    shown: 'while-open',
    rights: ['treasurer'],
    search: paged,
    code: () => import('#web/features/admin/products/test-till.tsx'),
    component: 'TestTill',
    load: 'loadTill',
  }),
  adminPage('trivia', {
    title: 'Trivia',
    rights: ['daily'],
    search: (search) => ({ ...searched(search), subject: textIn(search, 'subject') }),
    code: () => import('#web/features/admin/trivia/trivia-page.tsx'),
    component: 'TriviaPage',
    load: 'loadTrivia',
  }),
  adminPage('trivia/new', {
    title: 'New question',
    in: '/admin/trivia',
    shown: 'never',
    rights: ['daily'],
    code: () => import('#web/features/admin/trivia/question-page.tsx'),
    component: 'NewQuestionPage',
  }),
  adminPage('trivia/$questionId', {
    title: 'Question',
    in: '/admin/trivia',
    rights: ['daily'],
    code: () => import('#web/features/admin/trivia/question-page.tsx'),
    component: 'QuestionPage',
    load: 'loadQuestion',
  }),
  adminPage('trivia/file', {
    title: 'Import or export questions',
    in: '/admin/trivia',
    shown: 'never',
    rights: ['daily'],
    code: () => import('#web/features/admin/trivia/question-file-page.tsx'),
    component: 'QuestionFilePage',
  }),
  adminPage('scheduled-emails', {
    title: 'Scheduled Emails',
    rights: ['mail'],
    search: (search) => ({
      ...paged(search),
      // Opens a new email in the editor, or the email with this number.
      write: wordIn(search, 'write', ['new']),
      edit: numberIn(search, 'edit'),
    }),
    code: () => import('#web/features/admin/email/scheduled-emails-page.tsx'),
    component: 'ScheduledEmailsPage',
    load: 'loadScheduledEmails',
  }),
])
