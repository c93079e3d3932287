import { defineConfig } from 'vitest/config'

const patience = {
  setupFiles: ['vitest.setup.ts'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Many tests wait for timers and other processes; by default one core is left free.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'database',
          include: ['server/**/*.db.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
})
