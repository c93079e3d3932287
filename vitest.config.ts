import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const patience = {
  setupFiles: ['vitest.setup.ts'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** Files that a module of an earlier file would mislead: each gets a process of its own. */
const ISOLATED = ['web/lib/outbox-without-storage.test.ts']

export default defineConfig({
  test: {
    // Many tests wait for timers and other processes: three of them keep two cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Files share a process, so each module is loaded once: a file leaves nothing behind.
    isolate: false,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['{contract,server,web,scripts,fuzz}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**', ...ISOLATED],
        },
      },
      {
        test: { ...patience, name: 'isolated', include: ISOLATED, isolate: true },
      },
      {
        test: {
          ...patience,
          name: 'database',
          include: ['{server,fuzz}/**/*.db.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      { test: { ...patience, name: 'bench', include: ['bench/**/*.test.ts'] } },
    ],
  },
})
