import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const patience = {
  setupFiles: ['vitest.setup.ts'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Most of their time, tests wait for timers and other processes.
    maxWorkers: availableParallelism() * 3,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['{contract,server,web,scripts,fuzz}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'database',
          include: ['{server,fuzz}/**/*.db.test.ts'],
          // Files share a process, so the server is loaded once: a file leaves nothing behind.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      { test: { ...patience, name: 'bench', include: ['bench/**/*.test.ts'] } },
    ],
  },
})
