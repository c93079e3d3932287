import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { Document } from '#web/app/document.tsx'
import {
  leaveLanding,
  leaveWhenSignedIn,
  type RouterContext,
  requireAdmin,
  requireHost,
  requireMember,
  requireToken,
} from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.tsx'
import { memberLoader, pageLoader } from '#web/app/page-loader.ts'
import { dateIn, numberIn, textIn, wordIn } from '#web/app/search.ts'
import { Shell } from '#web/app/shell.tsx'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import type { AdminSearch } from '#web/features/admin/admin-address.ts'
import { adminTitle } from '#web/features/admin/admin-pages.ts'
import { unreadQuery } from '#web/features/notifications/queries.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/** The tabs of the daily page (member document, section 2). */
const FLOW_TABS = ['daily', 'faith', 'exit', 'guidance'] as const

const importDashboard = () => import('#web/features/dashboard/dashboard-page.tsx')
const importAccount = () => import('#web/features/accounts/account-page.tsx')
const importFlow = () => import('#web/features/flow/flow-page.tsx')
const importLive = () => import('#web/features/live/live-page.tsx')
const importSignIn = () => import('#web/features/accounts/sign-in-page.tsx')
const importRegister = () => import('#web/features/accounts/register-page.tsx')
const importEmailChange = () => import('#web/features/accounts/email-change-page.tsx')
const importPrivacyFacts = () => import('#web/features/privacy/privacy-facts-page.tsx')
const importUnsubscribe = () => import('#web/features/email/unsubscribe-page.tsx')
const importDailyActions = () => import('#web/features/actions/daily-actions-page.tsx')
const importResources = () => import('#web/features/shop/resources.tsx')
const importGuidanceResponses = () => import('#web/features/guidance/guidance-responses-page.tsx')
const importHost = () => import('#web/features/live/host-page.tsx')
const importScheduledEmails = () => import('#web/features/admin/email/scheduled-emails-page.tsx')

const root = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  component: Shell,
  // The frame is hydrated with the document; only the page in it waits for its code.
  wrapInSuspense: false,
  loader: async ({ context: { queryClient } }) => {
    const [user] = await Promise.all([
      queryClient.ensureQueryData(currentUserQuery),
      queryClient.ensureQueryData(siteSettingsQuery),
    ])
    if (user) await prefetch(queryClient, unreadQuery)
  },
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: '', isWide: true },
  beforeLoad: leaveLanding,
  component: lazyPage(() => import('#web/features/landing/landing-page.tsx'), 'LandingPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  staticData: { title: 'Sign in' },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyPage(importSignIn, 'SignInPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { title: 'Create account' },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: leaveWhenSignedIn,
  loader: pageLoader(async (load) => (await importRegister()).loadRegister(load)),
  component: lazyPage(importRegister, 'RegisterPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Reset password' },
  validateSearch: (search): { token?: string } => ({ token: textIn(search, 'token') }),
  beforeLoad: requireToken,
  component: lazyPage(
    () => import('#web/features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const choosePassword = createRoute({
  getParentRoute: () => root,
  path: '/choose-password',
  staticData: { title: 'Choose a password' },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: requireMember,
  component: lazyPage(
    () => import('#web/features/accounts/choose-password.tsx'),
    'ChoosePasswordPage',
  ),
})

const emailChange = createRoute({
  getParentRoute: () => root,
  path: '/email-change',
  staticData: { title: 'Email change' },
  validateSearch: (search): { token?: string } => ({ token: textIn(search, 'token') }),
  beforeLoad: requireToken,
  loader: pageLoader(async (load) => (await importEmailChange()).loadEmailChange(load)),
  component: lazyPage(importEmailChange, 'EmailChangePage'),
})

const firstAdmin = createRoute({
  getParentRoute: () => root,
  path: '/first-admin',
  staticData: { title: 'First administrator' },
  validateSearch: (search): { token?: string } => ({ token: textIn(search, 'token') }),
  component: lazyPage(
    () => import('#web/features/accounts/first-admin-page.tsx'),
    'FirstAdminPage',
  ),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  staticData: { title: 'Your emails' },
  validateSearch: (search): { token?: string } => ({ token: textIn(search, 'token') }),
  loader: pageLoader(async (load) => (await importUnsubscribe()).loadUnsubscribe(load)),
  component: lazyPage(importUnsubscribe, 'UnsubscribePage'),
})

const privacyFacts = createRoute({
  getParentRoute: () => root,
  path: '/privacy-facts',
  staticData: { title: 'Who can see what' },
  loader: pageLoader(async (load) => (await importPrivacyFacts()).loadPrivacyFacts(load)),
  component: lazyPage(importPrivacyFacts, 'PrivacyFactsPage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  validateSearch: (search): { page?: number; purchases?: number } => ({
    page: numberIn(search, 'page'),
    purchases: numberIn(search, 'purchases'),
  }),
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importDashboard()).loadDashboard(load)),
  component: lazyPage(importDashboard, 'DashboardPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  staticData: { title: 'Account' },
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importAccount()).loadAccount(load)),
  component: lazyPage(importAccount, 'AccountPage'),
})

const accountSection = createRoute({
  getParentRoute: () => root,
  path: '/account/$section',
  staticData: { title: 'Account' },
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importAccount()).loadAccount(load)),
  component: lazyPage(importAccount, 'AccountPage'),
})

export interface FlowSearch {
  tab?: (typeof FLOW_TABS)[number]
  /** A past day of the Daily WORD. */
  date?: string
  story?: number
  page?: number
  category?: string
  tag?: string
  q?: string
  /** Only stories that nobody has answered. */
  waiting?: 'first-reply'
  /** A list other than all approved stories: the member's own stories, or prayer requests. */
  list?: 'mine' | 'prayer' | 'answered'
  /** Opens the journal on the Daily WORD. */
  journal?: 'open'
}

const flow = createRoute({
  getParentRoute: () => root,
  path: '/flow',
  staticData: { title: 'Daily Practice' },
  validateSearch: (search): FlowSearch => ({
    tab: wordIn(search, 'tab', FLOW_TABS),
    date: dateIn(search, 'date'),
    story: numberIn(search, 'story'),
    page: numberIn(search, 'page'),
    category: textIn(search, 'category'),
    tag: textIn(search, 'tag'),
    q: textIn(search, 'q'),
    waiting: wordIn(search, 'waiting', ['first-reply']),
    list: wordIn(search, 'list', ['mine', 'prayer', 'answered']),
    journal: wordIn(search, 'journal', ['open']),
  }),
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importFlow()).loadFlow(load)),
  component: lazyPage(importFlow, 'FlowPage'),
})

const dailyActions = createRoute({
  getParentRoute: () => root,
  path: '/daily-actions',
  staticData: { title: 'My Daily Actions' },
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importDailyActions()).loadDailyActions(load)),
  component: lazyPage(importDailyActions, 'DailyActionsPage'),
})

const resources = createRoute({
  getParentRoute: () => root,
  path: '/resources',
  staticData: { title: 'Resources For Your Journey' },
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importResources()).loadResources(load)),
  component: lazyPage(importResources, 'ResourcesPage'),
})

const guidanceResponses = createRoute({
  getParentRoute: () => root,
  path: '/guidance-responses',
  staticData: { title: 'My Guidance Responses' },
  validateSearch: (search): { request?: number } => ({ request: numberIn(search, 'request') }),
  beforeLoad: requireMember,
  loader: memberLoader(async (load) =>
    (await importGuidanceResponses()).loadGuidanceResponses(load),
  ),
  component: lazyPage(importGuidanceResponses, 'GuidanceResponsesPage'),
})

const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  staticData: { title: 'Live Coaching' },
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importLive()).loadLive(load)),
  component: lazyPage(importLive, 'LivePage'),
})

const sfxMembers = createRoute({
  getParentRoute: () => root,
  path: '/sfx-members',
  staticData: { title: 'Live Coaching' },
  beforeLoad: requireHost,
  loader: memberLoader(async (load) => (await importHost()).loadHost(load)),
  component: lazyPage(importHost, 'HostPage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  staticData: { title: adminTitle },
  validateSearch: (search): AdminSearch => ({
    tab: textIn(search, 'tab'),
    part: textIn(search, 'part'),
    page: numberIn(search, 'page'),
    q: textIn(search, 'q'),
    item: numberIn(search, 'item'),
    user: textIn(search, 'user'),
    show: textIn(search, 'show'),
    sort: textIn(search, 'sort'),
    from: textIn(search, 'from'),
    to: textIn(search, 'to'),
    by: textIn(search, 'by'),
  }),
  beforeLoad: requireAdmin,
  loader: memberLoader(async (load) =>
    (await import('#web/features/admin/load-admin.ts')).loadAdmin(load),
  ),
  component: lazyPage(() => import('#web/features/admin/admin-page.tsx'), 'AdminPage'),
})

export interface ScheduledEmailsSearch {
  page?: number
  /** Opens a new email in the editor. */
  write?: 'new'
  /** Opens the email with this number in the editor. */
  edit?: number
}

const scheduledEmails = createRoute({
  getParentRoute: () => root,
  path: '/admin/scheduled-emails',
  staticData: { title: 'Scheduled Emails' },
  validateSearch: (search): ScheduledEmailsSearch => ({
    page: numberIn(search, 'page'),
    write: wordIn(search, 'write', ['new']),
    edit: numberIn(search, 'edit'),
  }),
  beforeLoad: requireAdmin,
  loader: memberLoader(async (load) => (await importScheduledEmails()).loadScheduledEmails(load)),
  component: lazyPage(importScheduledEmails, 'ScheduledEmailsPage'),
})

const success = createRoute({
  getParentRoute: () => root,
  path: '/success',
  staticData: { title: 'Your purchase' },
  validateSearch: (search): { checkout?: string } => ({ checkout: textIn(search, 'checkout') }),
  component: lazyPage(() => import('#web/features/shop/result-pages.tsx'), 'SuccessPage'),
})

const cancel = createRoute({
  getParentRoute: () => root,
  path: '/cancel',
  staticData: { title: 'Purchase Canceled' },
  component: lazyPage(() => import('#web/features/shop/result-pages.tsx'), 'CancelPage'),
})

const till = createRoute({
  getParentRoute: () => root,
  path: '/till/$session',
  staticData: { title: 'Test till', isBare: true },
  component: lazyPage(() => import('#web/features/till/till-page.tsx'), 'TillPage'),
})

const tillReceipt = createRoute({
  getParentRoute: () => root,
  path: '/till/receipts/$session',
  staticData: { title: 'Test receipt', isBare: true },
  component: lazyPage(() => import('#web/features/till/receipt-page.tsx'), 'ReceiptPage'),
})

/** All pages of the app. */
export const routeTree = root.addChildren([
  landing,
  signIn,
  register,
  resetPassword,
  choosePassword,
  emailChange,
  firstAdmin,
  unsubscribe,
  privacyFacts,
  dashboard,
  account,
  accountSection,
  flow,
  dailyActions,
  resources,
  guidanceResponses,
  live,
  sfxMembers,
  admin,
  scheduledEmails,
  success,
  cancel,
  till,
  tillReceipt,
])
