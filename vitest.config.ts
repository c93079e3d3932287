import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE } from './server/testing/compile-cache.ts'
import { leaveNothingBehind } from './server/testing/leftovers.ts'
import { keepTemporaryFilesInMemory } from './server/testing/temporary-folder.ts'
import { LongestFirst } from './vitest.longest-first.ts'
import { workers } from './vitest.workers.ts'

keepTemporaryFilesInMemory()
leaveNothingBehind()
// For Vitest's processes and those that tests start.
Object.assign(process.env, COMPILE_CACHE)

const patience = {
  pool: workers,
  setupFiles: ['vitest.setup.ts'],
  expect: { poll: { timeout: 25_000 } },
  // For what hangs. What takes five minutes on a very slow machine may pass.
  testTimeout: 900_000,
  hookTimeout: 900_000,
}

/** They set up what a browser keeps, or lack it, and modules remember that. */
const WITH_BROWSER_STORAGE = [
  'web/features/{actions,moods}/queries.test.ts',
  'web/lib/{offline-start,outbox,outbox-without-storage,query-cache}.test.ts',
  'web/lib/outbox/**/*.test.ts',
]

/** They send sound as fast as it is spoken: beside the browser tests they would fall behind. */
const REAL_TIME = ['server/ports/live/port.test.ts', 'server/ports/live/embedded/engine.test.ts']

/** Run by `npm run test:slow`; `scripts/affected-tests.ts` names what each of them covers. */
const SLOW = '**/*.slow.test.ts'

/** Files share a process, so that shared modules are loaded once: a file leaves nothing behind. */
const shared = {
  ...patience,
  setupFiles: [...patience.setupFiles, 'vitest.shared-process.ts'],
  isolate: false,
}

export default defineConfig({
  test: {
    // Most of their time, tests wait for timers and other processes.
    maxWorkers: availableParallelism() * 3,
    sequence: { sequencer: LongestFirst },
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
          ],
        },
      },
      { test: { ...patience, name: 'isolated', include: WITH_BROWSER_STORAGE } },
      {
        test: {
          ...shared,
          name: 'database',
          include: ['{server,fuzz}/**/*.db.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        // A page is rendered as in a browser, next to the server that answers its calls.
        define: { 'import.meta.env.SSR': 'false' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        resolve: {
          alias: {
            '@tanstack/router-core/isServer': fileURLToPath(
              new URL(
                'node_modules/@tanstack/router-core/dist/esm/isServer/client.js',
                import.meta.url,
              ),
            ),
          },
        },
        test: {
          ...patience,
          name: 'pages',
          // React as members get it.
          env: { NODE_ENV: 'production' },
          include: ['web/**/*.page.test.ts'],
          isolate: false,
          setupFiles: [...patience.setupFiles, 'web/testing/dom.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          server: { deps: { inline: [/@tanstack/] } },
        },
      },
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
