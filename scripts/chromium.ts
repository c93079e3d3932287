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

/** The programs that browser tests run in. */
export interface Browsers {
  /** Chromium without its user interface, which opens a page for half the CPU time. */
  shell: string
  /** The whole Chromium, for what the shell lacks; in place of the shell where there is none. */
  full: string
}

/**
 * A Chromium for the browser tests: `CHROMIUM_PATH` for all of them, the system's, Playwright's own,
 * or one that is installed now (Debian, as root). Throws a sentence that says what to do otherwise.
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

/** Whether it could be tried; the package may be missing all the same. */
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
