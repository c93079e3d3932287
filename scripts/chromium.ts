import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SHELL_PATH = '/usr/bin/chromium-headless-shell'
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browsers that tests run in. */
export interface Browsers {
  /** Chromium without its user interface, which opens a page with half the CPU time. */
  shell: string
  /** The full Chromium, for features that the shell lacks; also used if there is no shell. */
  full: string
}

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, the system's, Playwright's own, or one
 * that is installed now (Debian, as root). Otherwise throws an error that says what to do.
 */
export function findBrowsers(): Browsers {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
    return { shell: named, full: process.env.CHROMIUM_FULL_PATH ?? named }
  }
  const full = findFull() ?? (installDebian('chromium') ? findFull() : undefined)
  if (!full) {
    throw new Error(
      'The browser tests need a Chromium: install one (npx playwright install chromium), or name one in CHROMIUM_PATH.',
    )
  }
  const hasShell = existsSync(SHELL_PATH) || installDebian('chromium-headless-shell')
  return { shell: hasShell && existsSync(SHELL_PATH) ? SHELL_PATH : full, full }
}

function findFull(): string | undefined {
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path))
}

/** Returns whether installation was tried; it may have failed. */
function installDebian(name: string): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  console.log(`Installing ${name} for the browser tests …`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', name],
  ]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  return true
}
