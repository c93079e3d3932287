import { createRoute } from '@tanstack/react-router'
import { administration } from '#web/app/admin-routes.ts'
import {
  leaveLanding,
  leaveWhenSignedIn,
  requireHost,
  requireMember,
  requirePending,
  requireToken,
} from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.tsx'
import { memberLoader, pageLoader } from '#web/app/page-loader.ts'
import { root } from '#web/app/root.ts'
import { FLOW_TABS, type FlowTab, flowTitleOf } from '#web/features/flow/flow-tabs.ts'
import { readLinkSearch } from '#web/lib/link-token.ts'
import { dateIn, numberIn, type Search, textIn, wordIn } from '#web/lib/search.ts'

const importDashboard = () => import('#web/features/dashboard/dashboard-page.tsx')
const importAccount = () => import('#web/features/accounts/account-page.tsx')
const importFlow = () => import('#web/features/flow/flow-page.tsx')
const importLive = () => import('#web/features/live/live-page.tsx')
const importSignIn = () => import('#web/features/accounts/sign-in-page.tsx')
const importFactorSignIn = () => import('#web/features/accounts/factors/factor-sign-in.tsx')
const importRegister = () => import('#web/features/accounts/register-page.tsx')
const importEmailChange = () => import('#web/features/accounts/email-change-page.tsx')
const importPrivacyFacts = () => import('#web/features/privacy/privacy-facts-page.tsx')
const importRules = () => import('#web/features/rules/rules-page.tsx')
const importUnsubscribe = () => import('#web/features/email/unsubscribe-page.tsx')
const importDailyActions = () => import('#web/features/actions/daily-actions-page.tsx')
const importResources = () => import('#web/features/shop/resources.tsx')
const importGuidanceResponses = () => import('#web/features/guidance/guidance-responses-page.tsx')
const importTill = () => import('#web/features/till/till-page.tsx')
const importReceipt = () => import('#web/features/till/receipt-page.tsx')
const importHost = () => import('#web/features/live/host-page.tsx')

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: '', isWide: true, isShared: true, isPlain: true },
  beforeLoad: leaveLanding,
  component: lazyPage(() => import('#web/features/landing/landing-page.tsx'), 'LandingPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  staticData: { title: 'Sign in', isShared: true },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyPage(importSignIn, 'SignInPage'),
})

const signInCode = createRoute({
  getParentRoute: () => root,
  path: '/auth/code',
  staticData: { title: 'Sign in' },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: requirePending,
  component: lazyPage(importFactorSignIn, 'FactorSignIn'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { title: 'Create account', isShared: true },
  validateSearch: (search): { next?: string } => ({ next: textIn(search, 'next') }),
  beforeLoad: leaveWhenSignedIn,
  loader: pageLoader(async (load) => (await importRegister()).loadRegister(load)),
  component: lazyPage(importRegister, 'RegisterPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Reset password' },
  validateSearch: readLinkSearch,
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
  validateSearch: readLinkSearch,
  beforeLoad: requireToken,
  loader: pageLoader(async (load) => (await importEmailChange()).loadEmailChange(load)),
  component: lazyPage(importEmailChange, 'EmailChangePage'),
})

const firstAdmin = createRoute({
  getParentRoute: () => root,
  path: '/first-admin',
  staticData: { title: 'First administrator' },
  validateSearch: readLinkSearch,
  component: lazyPage(
    () => import('#web/features/accounts/first-admin-page.tsx'),
    'FirstAdminPage',
  ),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  staticData: { title: 'Your emails' },
  validateSearch: readLinkSearch,
  loader: pageLoader(async (load) => (await importUnsubscribe()).loadUnsubscribe(load)),
  component: lazyPage(importUnsubscribe, 'UnsubscribePage'),
})

const privacyFacts = createRoute({
  getParentRoute: () => root,
  path: '/privacy-facts',
  staticData: { title: 'Who can see what', isShared: true, isPlain: true },
  loader: pageLoader(async (load) => (await importPrivacyFacts()).loadPrivacyFacts(load)),
  component: lazyPage(importPrivacyFacts, 'PrivacyFactsPage'),
})

const rules = createRoute({
  getParentRoute: () => root,
  path: '/rules',
  staticData: { title: 'House rules', isShared: true, isPlain: true },
  validateSearch: (search): { sent?: 'notice' } => ({ sent: wordIn(search, 'sent', ['notice']) }),
  loader: pageLoader(async (load) => (await importRules()).loadRules(load)),
  component: lazyPage(importRules, 'RulesPage'),
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
  validateSearch: (search): { purchases?: number } => ({
    purchases: numberIn(search, 'purchases'),
  }),
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importAccount()).loadAccount(load)),
  component: lazyPage(importAccount, 'AccountSectionPage'),
})

const STORY_LISTS = ['mine', 'prayer', 'answered', 'asked'] as const

export interface FlowSearch {
  tab?: FlowTab
  /** A past day of the Daily WORD. */
  date?: string
  story?: number
  page?: number
  /** How many pages of prayer requests are shown at once, to browsers without scripts. */
  pages?: number
  category?: string
  tag?: string
  q?: string
  /** Only stories that nobody has answered. */
  waiting?: 'first-reply'
  /** A list other than all approved stories: the member's own, or prayer requests. */
  list?: (typeof STORY_LISTS)[number]
  /** Opens the journal on the Daily WORD. */
  journal?: 'open'
}

const flow = createRoute({
  getParentRoute: () => root,
  path: '/flow',
  staticData: { title: flowTitleOf },
  validateSearch: (search): FlowSearch => ({
    tab: wordIn(search, 'tab', FLOW_TABS),
    date: dateIn(search, 'date'),
    story: numberIn(search, 'story'),
    page: numberIn(search, 'page'),
    pages: numberIn(search, 'pages'),
    category: textIn(search, 'category'),
    tag: textIn(search, 'tag'),
    q: textIn(search, 'q'),
    waiting: wordIn(search, 'waiting', ['first-reply']),
    list: wordIn(search, 'list', STORY_LISTS),
    journal: wordIn(search, 'journal', ['open']),
  }),
  // Opens like a page of its own. A filter or a page of a list keeps the old list until then.
  loaderDeps: ({ search: { tab, story, list, date } }) => ({ tab, story, list, date }),
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
  validateSearch: (search): { request?: number; pages?: number } => ({
    request: numberIn(search, 'request'),
    pages: numberIn(search, 'pages'),
  }),
  beforeLoad: requireMember,
  loader: memberLoader(async (load) =>
    (await importGuidanceResponses()).loadGuidanceResponses(load),
  ),
  component: lazyPage(importGuidanceResponses, 'GuidanceResponsesPage'),
})

/** The page of past sessions. */
const pageOfPast = (search: Search): { page?: number } => ({ page: numberIn(search, 'page') })

const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  staticData: { title: 'Live Coaching' },
  validateSearch: pageOfPast,
  beforeLoad: requireMember,
  loader: memberLoader(async (load) => (await importLive()).loadLive(load)),
  component: lazyPage(importLive, 'LivePage'),
})

const sfxMembers = createRoute({
  getParentRoute: () => root,
  path: '/sfx-members',
  staticData: { title: 'Live Coaching' },
  validateSearch: pageOfPast,
  beforeLoad: requireHost,
  loader: memberLoader(async (load) => (await importHost()).loadHost(load)),
  component: lazyPage(importHost, 'HostPage'),
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
  staticData: { title: 'Test payment', isBare: true },
  loader: pageLoader(async (load) => (await importTill()).loadTill(load)),
  component: lazyPage(importTill, 'TillPage'),
})

const tillReceipt = createRoute({
  getParentRoute: () => root,
  path: '/till/receipts/$session',
  staticData: { title: 'Test receipt', isBare: true },
  loader: pageLoader(async (load) => (await importReceipt()).loadReceipt(load)),
  component: lazyPage(importReceipt, 'ReceiptPage'),
})

/** All pages of the app. */
export const routeTree = root.addChildren([
  landing,
  signIn,
  signInCode,
  register,
  resetPassword,
  choosePassword,
  emailChange,
  firstAdmin,
  unsubscribe,
  privacyFacts,
  rules,
  dashboard,
  account,
  accountSection,
  flow,
  dailyActions,
  resources,
  guidanceResponses,
  live,
  sfxMembers,
  administration,
  success,
  cancel,
  till,
  tillReceipt,
])
