import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { COMPILE_CACHE } from './server/testing/compile-cache.ts'
import { leaveNothingBehind } from './server/testing/leftovers.ts'
import { END_MS, TEST_MS, WAIT_MS } from './server/testing/limits.ts'
import { keepTemporaryFilesInMemory } from './server/testing/temporary-folder.ts'
import { workers } from './vitest.workers.ts'

keepTemporaryFilesInMemory()
leaveNothingBehind()
// For Vitest's processes and those that tests start.
Object.assign(process.env, COMPILE_CACHE)

const patience = {
  pool: workers,
  setupFiles: ['vitest.setup.ts'],
  expect: { poll: { timeout: WAIT_MS } },
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
}

/** They set up what a browser keeps, or lack it, and modules remember that. */
const WITH_BROWSER_STORAGE = [
  'web/features/{actions,moods}/queries.test.ts',
  'web/lib/{offline-start,outbox,outbox-without-storage,query-cache}.test.ts',
  'web/lib/outbox/**/*.test.ts',
]

/** They send sound as fast as it is spoken: beside the browser tests they would fall behind. */
const REAL_TIME = ['server/ports/live/port.test.ts', 'server/ports/live/embedded/engine.test.ts']

/**
 * They start whole processes, convert sound and images, or try thousands of inputs. `npm test` leaves
 * them to `npm run test:all`.
 */
const LONG = [
  'fuzz/planted-faults.test.ts',
  'scripts/{command-line,deploy,sbom,start}.test.ts',
  'scripts/demo/products.test.ts',
  'server/db/embedded/{embedded-postgres,guardian}.test.ts',
  'server/domain/{name-key,reminder,sanitize-html}.test.ts',
  'server/features/daily/quotations.test.ts',
  'server/ports/images/sharp.test.ts',
  'server/ports/recordings/mediabunny.test.ts',
  'server/ports/{backups,files}/port.test.ts',
  'server/ports/scripture/world-english-bible.test.ts',
  'server/run-server.test.ts',
]

/**
 * The same with a database: several nodes, backups, slow providers, floods, every view of the
 * administration.
 */
const LONG_DATABASE = [
  'server/backup/*.db.test.ts',
  'server/checks/backup-place.db.test.ts',
  'server/db/{jobs,rolling,take-connection}.db.test.ts',
  'server/features/accounts/guessing.db.test.ts',
  'server/features/daily/run-nodes.db.test.ts',
  'server/features/email/{email,suppression}.db.test.ts',
  'server/features/guidance/races.db.test.ts',
  'server/features/live/{hostile,recordings/recordings,room/connection,room/session}.db.test.ts',
  'server/features/mailings/sending.db.test.ts',
  'server/features/maintenance/{backup,connections}.db.test.ts',
  'server/features/shop/{comparison/comparison,events/events}.db.test.ts',
  'server/features/stories/{hostile-input,races,recordings}.db.test.ts',
  'server/features/users/joined-views.db.test.ts',
  'server/http/{caller-network,events,nginx,nodes,refused-uploads}.db.test.ts',
  'server/ports/payments/port.db.test.ts',
]

/** Tests of pages that open every page or fill in every form. */
const LONG_PAGES = [
  'web/app/{direction,versions}.page.test.ts',
  'web/features/accounts/{expired-session,expired-session-forms}.page.test.ts',
  'web/features/admin/admin-pages.page.test.ts',
]

/** Run by `npm run test:slow`; `scripts/slow-tests.ts` names what each of them covers. */
const SLOW = '**/*.slow.test.ts'

/** Files share a process, so that shared modules are loaded once: a file leaves nothing behind. */
const shared = {
  ...patience,
  setupFiles: [...patience.setupFiles, 'vitest.shared-process.ts'],
  isolate: false,
}

const database = {
  ...shared,
  // Node runs the server's TypeScript itself, which costs less than Vite's transforms.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  globalSetup: ['server/testing/global-setup.ts'],
}

const pages = {
  ...patience,
  // React as members get it.
  env: { NODE_ENV: 'production' },
  isolate: false,
  setupFiles: [...patience.setupFiles, 'web/testing/dom.ts'],
  globalSetup: ['server/testing/global-setup.ts'],
  server: { deps: { inline: [/@tanstack/] } },
}

/** A page is rendered as in a browser, next to the server that answers its calls. */
const asInBrowser: TestProjectInlineConfiguration = {
  define: { 'import.meta.env.SSR': 'false' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: {
    alias: {
      '@tanstack/router-core/isServer': fileURLToPath(
        new URL('node_modules/@tanstack/router-core/dist/esm/isServer/client.js', import.meta.url),
      ),
    },
  },
}

export default defineConfig({
  test: {
    // Most of their time, tests wait for timers and other processes.
    maxWorkers: availableParallelism() * 3,
    teardownTimeout: END_MS,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{contract,server,web,scripts,fuzz,bench}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/*.db.test.ts',
            '**/*.page.test.ts',
            SLOW,
            '**/node_modules/**',
            ...WITH_BROWSER_STORAGE,
            ...REAL_TIME,
            ...LONG,
          ],
        },
      },
      { test: { ...shared, name: 'long', include: LONG } },
      { test: { ...patience, name: 'isolated', include: WITH_BROWSER_STORAGE } },
      {
        test: {
          ...database,
          name: 'database',
          include: ['{server,fuzz}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**', ...LONG_DATABASE],
        },
      },
      { test: { ...database, name: 'long-database', include: LONG_DATABASE } },
      {
        ...asInBrowser,
        test: {
          ...pages,
          name: 'pages',
          include: ['web/**/*.page.test.ts'],
          exclude: ['**/node_modules/**', ...LONG_PAGES],
        },
      },
      { ...asInBrowser, test: { ...pages, name: 'long-pages', include: LONG_PAGES } },
      { test: { ...shared, name: 'real-time', include: REAL_TIME } },
      {
        test: {
          ...patience,
          name: 'slow',
          include: [SLOW],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/testing/global-setup.ts', 'e2e/global-setup.ts'],
        },
      },
    ],
  },
})
