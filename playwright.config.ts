import { defineConfig, type LaunchOptions } from '@playwright/test'
import { SEE_MS, TEST_MS, WAIT_MS } from './server/testing/limits.ts'
import { keepTemporaryFilesInMemory } from './server/testing/temporary-folder.ts'

keepTemporaryFilesInMemory()

/** Files that test system notifications, which the headless shell doesn't support. */
const FULL_BROWSER = '**/push.spec.ts'

/** Files that send and record sound in real time: `npm test` runs little else in parallel. */
const REAL_TIME = '**/{another-voice,live,live-states,live-trouble,recorder,recording}.spec.ts'

const { CHROMIUM_PATH, CHROMIUM_FULL_PATH = CHROMIUM_PATH } = process.env

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath && { executablePath }),
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
  }
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  // Each worker runs a server with its own database. Tests often wait, so three workers keep two
  // cores busy.
  workers: 3,
  fullyParallel: false,
  timeout: TEST_MS,
  expect: { timeout: SEE_MS },
  // For a run that hangs.
  globalTimeout: 2 * 3_600_000,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  outputDir: '.cache/playwright',
  use: {
    // A button that isn't there must not take as long as a whole test.
    actionTimeout: WAIT_MS,
    viewport: { width: 1280, height: 800 },
    // Traces cost a lot of CPU time; use `--trace retain-on-failure` when you need one.
    screenshot: 'only-on-failure',
    // The service worker fetches the whole app in the background; files that test it allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'full',
      testMatch: FULL_BROWSER,
      use: {
        launchOptions: launchOptions(CHROMIUM_FULL_PATH),
        // If Playwright's own browsers are used, the one with a user interface.
        ...(!CHROMIUM_FULL_PATH && { channel: 'chromium' }),
      },
    },
    {
      name: 'shell',
      testIgnore: [FULL_BROWSER, REAL_TIME],
      use: { launchOptions: launchOptions(CHROMIUM_PATH) },
    },
    {
      name: 'real-time',
      testMatch: REAL_TIME,
      use: { launchOptions: launchOptions(CHROMIUM_PATH) },
    },
  ],
})
