/** Which slow tests a change can break: they start processes, so their imports don’t say. */

/** A path is a file, or a folder if it ends with a slash. */
type Paths = readonly string[]

/** The files that every slow test depends on. */
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

function isIn(paths: Paths, file: string): boolean {
  return paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path))
}
