import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Each worker runs a server with a database of its own.
  workers: 2,
  fullyParallel: false,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  outputDir: '.cache/playwright',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace costs much CPU time; `--trace retain-on-failure` makes one where it is needed.
    screenshot: 'only-on-failure',
    // It fetches the whole app in the background; `offline.spec.ts` is about it and lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
