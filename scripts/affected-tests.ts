/** Which tests a change can break. The gate runs everything else too, except the slow ones. */

/** A path is a file, or a folder if it ends with a slash. */
type Paths = readonly string[]

/** What every slow test depends on. */
const EVERY_SLOW_TEST: Paths = [
  'server/db/',
  'server/testing/',
  'server/domain/keys.ts',
  'server/domain/sealed-text.ts',
  'vitest.config.ts',
  'vitest.workers.ts',
  'package-lock.json',
  '.ci/',
]

const SITE: Paths = [
  'server/main.ts',
  'server/run-server.ts',
  'server/stop-signal.ts',
  'server/context.ts',
  'server/config.ts',
  'server/workers.ts',
]
const BACKUPS: Paths = [
  'server/backup/',
  'server/ports/backups/',
  'server/ports/files/',
  'server/disk-failure.ts',
]
const COMMANDS: Paths = [...SITE, ...BACKUPS, 'server/local-files.ts', 'scripts/']
const PAYMENTS: Paths = ['server/features/shop/', 'server/features/till/', 'server/ports/payments/']

/**
 * The files of `npm run test:slow`, and what else each of them covers; its own folder counts too.
 */
export const SLOW_TESTS: Record<string, Paths> = {
  'bench/live-rows.slow.test.ts': [
    'server/features/live/',
    'server/ports/live/',
    'web/features/live/',
  ],
  'bench/tiny-run.slow.test.ts': [
    ...SITE,
    ...BACKUPS,
    'server/http/',
    'server/features/accounts/',
    'server/features/actions/',
    'server/features/mailings/',
    'server/features/moods/',
    'server/features/stories/',
    'scripts/start.js',
  ],
  'e2e/crash.slow.test.ts': [...SITE, 'server/features/stories/'],
  'e2e/payments-crash.slow.test.ts': [...SITE, ...PAYMENTS],
  'fuzz/factor-calls.slow.test.ts': ['contract/', 'server/'],
  'fuzz/short-run.slow.test.ts': ['contract/', 'server/'],
  'scripts/killed.slow.test.ts': [...COMMANDS, 'server/upgrade/', 'server/drill/'],
  'scripts/released.slow.test.ts': [...COMMANDS, 'server/upgrade/', 'server/drill/'],
  'scripts/restore.slow.test.ts': [...COMMANDS, 'server/drill/', 'server/checks/'],
  'scripts/second-site.slow.test.ts': [...COMMANDS, 'server/checks/'],
  'scripts/stop.slow.test.ts': [
    ...SITE,
    'server/report-failure.ts',
    'scripts/',
    'server/features/live/',
  ],
  'scripts/test-processes.slow.test.ts': [],
  'scripts/upgrade.slow.test.ts': [...COMMANDS, 'server/upgrade/', 'server/drill/'],
  'server/backup/bucket.slow.test.ts': BACKUPS,
  'server/backup/damage.slow.test.ts': BACKUPS,
  'server/backup/restore-command.slow.test.ts': COMMANDS,
  'server/domain/password.slow.test.ts': [],
  'server/features/mailings/crash.slow.test.ts': [
    ...SITE,
    'server/features/email/',
    'server/ports/email/',
  ],
  'server/features/private-text/rotation.slow.test.ts': [
    'scripts/rotate-key.ts',
    'server/features/moods/',
    'server/master-key.ts',
    'server/ports/files/',
  ],
  'server/http/flood.slow.test.ts': [
    'contract/',
    'server/domain/password.ts',
    'server/domain/password-worker.ts',
    'server/features/accounts/',
    'scripts/start.js',
  ],
  'server/upgrade/external.slow.test.ts': [...COMMANDS, 'server/drill/'],
  'server/upgrade/released.slow.test.ts': [...COMMANDS, 'server/drill/'],
}

/** The slow tests that cover one of the changed files; all of them if the change is unknown. */
export function slowTestsFor(changed: readonly string[] | undefined): string[] {
  const all = Object.entries(SLOW_TESTS)
  const chosen = all.filter(([file, paths]) => {
    const covered = [...EVERY_SLOW_TEST, ...paths, file.slice(0, file.lastIndexOf('/') + 1)]
    return changed === undefined || changed.some((path) => isIn(covered, path))
  })
  return chosen.map(([file]) => file)
}

/** A change to a test changes only its result. */
const TEST = /\.test\.tsx?$/

/** Changes to these can break any call. */
const EVERY_DATABASE_TEST: Paths = [
  'server/db/',
  'server/testing/',
  'server/context.ts',
  'server/workers.ts',
  'contract/endpoint.ts',
  'contract/fields.ts',
  'vitest.config.ts',
  'package-lock.json',
]

/**
 * Folders with the database tests of the changed files: those of the same feature or part of the
 * server. Imports would name all tests, because each of them builds the whole application.
 */
export function databaseTestsFor(changed: readonly string[]): string[] {
  const isForAll = (file: string) => !TEST.test(file) && isIn(EVERY_DATABASE_TEST, file)
  if (changed.some(isForAll)) return ['server/']
  const folders = changed.flatMap((file) => {
    if (TEST.test(file)) return file.endsWith('.db.test.ts') ? file : []
    const [, call] = /^contract\/([^/]+)\.ts$/.exec(file) ?? []
    if (call) return [`server/features/${call}/`, 'server/http/access.db.test.ts']
    return /^server\/(?:(?:features|ports)\/)?[^/]+\//.exec(file) ?? []
  })
  return [...new Set(folders)].sort()
}

/** Changes to these can break any page. */
const EVERY_PAGE: Paths = [
  'contract/',
  'web/ui/',
  'web/lib/',
  'web/app/',
  'server/http/',
  'package-lock.json',
]

/** Changes to these can break any test of a page without a browser. */
const EVERY_PAGE_TEST: Paths = [
  ...EVERY_PAGE,
  'web/testing/',
  'server/testing/',
  'vitest.config.ts',
]

/**
 * Folders with the page tests of the changed files: those of the same feature. Imports would name all
 * of them, because each one imports every page.
 */
export function pageTestsFor(changed: readonly string[]): string[] {
  const isForAll = (file: string) => !TEST.test(file) && isIn(EVERY_PAGE_TEST, file)
  if (changed.some(isForAll)) return ['web/']
  const folders = changed.flatMap((file) => {
    if (TEST.test(file)) return file.endsWith('.page.test.ts') ? file : []
    const feature = featureOf(file)
    return feature === '' ? [] : `web/features/${feature}/`
  })
  return [...new Set(folders)].sort()
}

/** Changes to these can break any browser test. */
const EVERY_BROWSER_TEST: Paths = [
  ...EVERY_PAGE,
  'web/public/',
  'playwright.config.ts',
  'vite.config.ts',
  'e2e/fixtures.ts',
  'e2e/site.ts',
  'e2e/axe.ts',
  'e2e/global-setup.ts',
]

/**
 * The browser tests of each feature (a folder of `web/features` or `server/features`) and of each
 * part of the admin page. What runs on every page is tested with `shell`.
 */
export const BROWSER_TESTS: Record<string, readonly string[]> = {
  'account-data': ['self-service'],
  accounts: ['accounts', 'account-page', 'expired-session', 'expired-session-forms'],
  actions: ['actions'],
  'address-changes': ['account-page', 'self-service'],
  admin: ['dashboard', 'team', 'today'],
  'admin/daily': ['daily-content'],
  'admin/email': ['email', 'scheduled-emails'],
  'admin/guidance': ['guidance'],
  'admin/joining': ['joining'],
  'admin/keeper': ['team'],
  'admin/kit': ['products', 'users', 'trivia-admin', 'email'],
  'admin/prayer': ['prayer'],
  'admin/products': ['products'],
  'admin/queue': ['review-queue', 'moderation', 'guidance', 'prayer', 'joining'],
  'admin/settings': ['settings'],
  'admin/tags': ['review-queue'],
  'admin/team': ['users', 'team'],
  'admin/today': ['today'],
  'admin/transcripts': ['stories-accessibility'],
  'admin/trivia': ['trivia-admin'],
  'admin/users': ['users'],
  audit: ['users'],
  care: ['stories', 'moods'],
  daily: ['daily', 'daily-content'],
  dashboard: ['dashboard', 'hydration'],
  email: ['email', 'email-preferences', 'neutral-name'],
  factors: ['factors'],
  files: ['recording'],
  'first-morning': ['dashboard'],
  flow: ['flow', 'daily', 'early-input'],
  guidance: ['guidance'],
  identity: ['identity'],
  images: ['daily-content'],
  joining: ['joining'],
  maintenance: ['team', 'connections'],
  landing: ['landing'],
  live: ['live', 'live-states', 'live-trouble'],
  mailings: ['scheduled-emails'],
  moods: ['moods', 'offline'],
  notifications: ['notifications', 'push'],
  prayer: ['prayer'],
  privacy: ['privacy-facts'],
  'private-text': ['moods', 'guidance'],
  pseudonyms: ['stories'],
  'read-aloud': ['read-aloud', 'another-voice'],
  review: ['review-queue', 'moderation'],
  scripture: ['scripture'],
  'security-log': ['account-page'],
  settings: ['settings'],
  shell: [
    'shell',
    'axe',
    'calm-look',
    'find-your-way',
    'keyboard',
    'messages',
    'motion',
    'large-text',
    'weight',
    'operator',
  ],
  shop: ['shop', 'resources', 'purchases', 'products', 'stripe', 'payments-crash'],
  stories: [
    'stories',
    'story-reading',
    'story-drafts',
    'stories-accessibility',
    'replies',
    'recorder',
    'recording',
    'read-aloud',
    'another-voice',
  ],
  'team-messages': ['moderation'],
  till: ['shop', 'purchases'],
  today: ['today'],
  trivia: ['trivia', 'trivia-admin'],
  users: ['users'],
}

/** The browser tests that cover one of the changed files. */
export function browserTestsFor(changed: readonly string[]): string[] {
  const sources = changed.filter((file) => !TEST.test(file))
  const chosen = sources.some((file) => isIn(EVERY_BROWSER_TEST, file))
    ? Object.values(BROWSER_TESTS).flat()
    : sources.flatMap((file) => BROWSER_TESTS[featureOf(file)] ?? [])
  const specs = chosen.map((name) => `e2e/${name}.spec.ts`)
  return [
    ...new Set([...specs, ...changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))]),
  ].sort()
}

function featureOf(file: string): string {
  const [, path = ''] = /^(?:web|server)\/features\/(.+)\/[^/]+$/.exec(file) ?? []
  const [feature = '', part] = path.split('/')
  return feature === 'admin' && part ? `admin/${part}` : feature
}

function isIn(paths: Paths, file: string): boolean {
  return paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path))
}
