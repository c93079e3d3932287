import { chmod, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { CONNECTION_VARIABLES } from '#contract/connections.ts'
import { CERTIFICATE_YEAR, TEST_CERTIFICATE, TEST_KEY } from '#server/testing/certificate.ts'
import { listenLocally } from '#server/testing/local-server.ts'
import { judgeBackup, judgeDrill, judgeUpgrade } from './backups.ts'
import { judgeConnections, judgeMigrations, judgeRole, judgeVersion } from './database.ts'
import { judgeLive } from './live.ts'
import { judgeDisk, judgeMemory } from './machine.ts'
import { judgeMismatches, judgePaymentWebhook } from './payments.ts'
import { systemProbes } from './probes.ts'
import { judgeFailed, judgeWaiting } from './queue.ts'
import { judgeBackupKey, judgeEnvFile, judgeFiles } from './secrets.ts'
import { judgeVersions } from './versions.ts'
import { judgeCertificate, judgeProxy } from './web.ts'
import { judgeProvider } from './writing.ts'

const GB = 1024 ** 3
const NOW = new Date('2026-03-05T12:00:00Z')
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60_000)

test('advice names the page Connections before a variable that the page can set', async () => {
  const variable = new RegExp(`\\b(${Object.values(CONNECTION_VARIABLES).flat().join('|')})\\b`)
  const files = ['../backup/owner.ts']
  for await (const file of glob('*.ts', { cwd: import.meta.dirname })) {
    if (!file.includes('.test.')) files.push(file)
  }
  const texts = await Promise.all(
    files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
  )
  const sentences = texts
    .flatMap((text) => text.match(/'[^'\n]*'|`[^`\n]*`/g) ?? [])
    .filter((text) => text.includes(' ') && variable.test(text))
  expect(sentences.length).toBeGreaterThan(3)
  for (const sentence of sentences) {
    expect(sentence.slice(0, sentence.search(variable))).toContain('page Connections')
  }
})

test.each([
  [90, 100, 'ok'],
  [1.5, 10, 'warning'],
  [0.4, 10, 'failed'],
  // A small share of a large disk is plenty.
  [60, 2_000, 'ok'],
  [15, 200, 'warning'],
  [4, 200, 'failed'],
])('%d GB free of %d is %s', (free, total, state) => {
  const space = { freeBytes: free * GB, totalBytes: total * GB, freeFilesShare: undefined }
  expect(judgeDisk('the data folder', space).state).toBe(state)
})

test('a disk without room for more files is full', () => {
  const space = { freeBytes: 90 * GB, totalBytes: 100 * GB, freeFilesShare: 0.01 }
  expect(judgeDisk('the backups', space)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('inodes'),
  })
})

test.each([
  [1, 0.3, 'ok'],
  [0.25, 0.3, 'warning'],
  [0.1, 0.3, 'failed'],
  [1, 0.9, 'warning'],
  [1, 0.96, 'failed'],
])('%d of 4 GB available and a heap at %d is %s', (available, heapShare, state) => {
  const memory = { availableBytes: available * GB, totalBytes: 4 * GB, heapShare }
  expect(judgeMemory(memory).state).toBe(state)
})

test.each([
  ['ok', 'ok'],
  ['refused', 'failed'],
  ['unreachable', 'warning'],
] as const)('the health %s of a speech provider is judged as %s', (health, state) => {
  const words = { name: 'speech', prefix: 'SPEECH', meaning: 'None.' } as const
  expect(judgeProvider({ state: health, reason: '401' }, words).state).toBe(state)
})

test.each<[announced: string[], hasTurn: boolean, site: string[], state: string]>([
  [['172.18.0.3'], false, ['203.0.113.4'], 'failed'],
  [['10.0.0.2', '127.0.0.1'], false, ['203.0.113.4'], 'failed'],
  [['fd00::2'], false, ['2001:db8::4'], 'failed'],
  [['203.0.113.4'], false, ['203.0.113.4'], 'ok'],
  [['10.0.0.2', '203.0.113.4'], false, ['203.0.113.4'], 'ok'],
  // A relay in the same network reaches it.
  [['172.18.0.3'], true, ['203.0.113.4'], 'ok'],
  // A site in a private network.
  [['10.0.0.2'], false, ['10.0.0.2'], 'ok'],
  [['10.0.0.2'], false, [], 'ok'],
  [[], false, ['203.0.113.4'], 'warning'],
])('sound announced at %s (relay: %s) for a site at %s is judged as %s', (...row) => {
  const [announcedAddresses, hasTurn, site, state] = row
  const network = { port: 20100, announcedAddresses, hasTurn }
  expect(judgeLive({ isReady: true, sentence: 'Ready.', network }, site).state).toBe(state)
})

test('an old version, a superuser role and many connections are reported', () => {
  expect(judgeVersion(160_004)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('16.4'),
  })
  expect(judgeVersion(180_001).state).toBe('ok')
  expect(judgeRole({ isSuperuser: true, ownsTables: true }).state).toBe('warning')
  expect(judgeRole({ isSuperuser: false, ownsTables: true }).state).toBe('ok')
  const states = [50, 85, 97].map((used) => judgeConnections({ used, most: 100 }).state)
  expect(states).toEqual(['ok', 'warning', 'failed'])
})

test('migrations that are missing, changed or of a newer release are reported', () => {
  const [first, second] = [
    { name: '0001.sql', checksum: 'a', sql: '' },
    { name: '0002.sql', checksum: 'b', sql: '' },
  ]
  expect(judgeMigrations([first, second], [first, second]).state).toBe('ok')
  expect(judgeMigrations([first, second], [first])).toMatchObject({
    state: 'failed',
    finding: 'The database is missing 1 of 2 migrations.',
  })
  expect(judgeMigrations([first], [first, second]).finding).toContain('0002.sql')
  expect(judgeMigrations([first], [{ ...first, checksum: 'c' }]).state).toBe('failed')
})

test('an old backup is reported, and a new site has time to make its first one', () => {
  const judge = (days: number) =>
    judgeBackup({
      now: NOW,
      recordedAt: daysAgo(days),
      newestAt: undefined,
      siteBeganAt: undefined,
      isTried: true,
    })
  expect([1, 3, 5].map((days) => judge(days).state)).toEqual(['ok', 'warning', 'failed'])
  const none = { now: NOW, recordedAt: undefined, newestAt: undefined, isTried: false }
  expect(judgeBackup({ ...none, siteBeganAt: daysAgo(1) }).state).toBe('warning')
  expect(judgeBackup({ ...none, siteBeganAt: daysAgo(30) }).state).toBe('failed')
  // The folder overrides the record.
  const facts = { now: NOW, recordedAt: daysAgo(0), siteBeganAt: undefined, isTried: true }
  expect(judgeBackup({ ...facts, newestAt: daysAgo(6) }).state).toBe('failed')
  // A failed attempt is told with its reason, not with the advice to do the same again.
  const problem = 'The disk is full.'
  const failure = judgeBackup({ ...facts, newestAt: daysAgo(1), problem })
  expect(failure).toMatchObject({ state: 'failed', finding: `The last backup failed. ${problem}` })
  expect(failure.action).not.toContain('Back up now')
})

test('a backup from the future does not count as new', () => {
  const judge = (days: number) =>
    judgeBackup({
      now: NOW,
      recordedAt: daysAgo(1),
      newestAt: daysAgo(days),
      siteBeganAt: daysAgo(90),
      isTried: true,
    })
  // Clocks that differ by minutes are no problem.
  expect(judge(-0.01)).toMatchObject({ state: 'ok' })
  expect(judge(-400)).toMatchObject({
    state: 'failed',
    finding: 'The newest backup is dated 2027-04-09, which is in the future.',
  })
})

test('an old or missing drill is reported', () => {
  const drilled = (days: number) =>
    judgeDrill({
      now: NOW,
      hasBackup: true,
      last: { madeAt: daysAgo(days), isPassed: true, seconds: 90 },
    })
  expect(drilled(20)).toMatchObject({
    state: 'ok',
    finding: expect.stringContaining('was back in 2 minutes'),
  })
  expect(drilled(60).state).toBe('warning')
  // Then the backups themselves aren't fine.
  expect(judgeDrill({ now: NOW, hasBackup: true, last: undefined }).state).toBe('skipped')
  const facts = { now: NOW, recordedAt: daysAgo(1), newestAt: undefined, siteBeganAt: daysAgo(90) }
  expect(judgeBackup({ ...facts, isTried: false })).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining('No backup has ever been restored.'),
  })
  expect(judgeDrill({ now: NOW, hasBackup: false, last: undefined }).state).toBe('skipped')
})

test('an upgrade says until when it can be undone, and a rollback how long the undone data is kept', () => {
  const kept = {
    name: 'before-upgrade-2026-03-02T12-00-00',
    keptAt: daysAgo(3),
    note: {
      upgradedAt: daysAgo(3).toISOString(),
      ran: [],
      systemIdentifier: '1',
      transaction: '900',
      rows: {},
    },
  }
  const judge = (before?: typeof kept, rolledBack?: typeof kept) =>
    judgeUpgrade({ now: NOW, before, rolledBack })
  expect(judge()).toMatchObject({ state: 'skipped' })
  expect(judge(kept)).toMatchObject({
    state: 'ok',
    finding:
      'The site was upgraded 3 days ago. Until 2026-03-16, “npm run rollback” can undo that.',
  })
  expect(judge(undefined, kept)).toMatchObject({
    state: 'warning',
    meaning: expect.stringContaining('kept until 2026-03-16'),
  })
})

test('background work that is late or given up is reported', () => {
  const late = (minutes: number) =>
    judgeWaiting({ overdue: 3, oldest: { name: 'send-email', overdueMs: minutes * 60_000 } }).state
  expect([5, 30, 90].map(late)).toEqual(['ok', 'warning', 'failed'])
  expect(judgeFailed([]).state).toBe('ok')
  expect(judgeFailed([{ name: 'send-email', count: 25 }])).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('25 tasks were given up in the last day: send-email (25)'),
  })
})

test('payments without events and a comparison that doesn’t run are reported', () => {
  const judge = (paid: number | null, event: number | null) =>
    judgePaymentWebhook({
      now: NOW,
      lastPaidAt: paid === null ? null : daysAgo(paid),
      lastEventAt: event === null ? null : daysAgo(event),
    }).state
  expect(judge(null, null)).toBe('skipped')
  expect(judge(2, 2)).toBe('ok')
  expect(judge(2, 5)).toBe('failed')
  expect(judge(2, null)).toBe('failed')
  // The event may still arrive.
  expect(judge(0.01, null)).toBe('ok')
  const facts = { now: NOW, open: 0, comparedAt: daysAgo(5), hasPurchases: true }
  expect(judgeMismatches(facts).state).toBe('failed')
  expect(judgeMismatches({ ...facts, hasPurchases: false }).state).toBe('ok')
})

test('a certificate that ends soon, has ended, or is not trusted is reported', () => {
  const judge = (days: number, isTrusted = true) =>
    judgeCertificate(NOW, { endsAt: daysAgo(-days), isTrusted }).state
  expect([60, 10, 2, -1].map((days) => judge(days))).toEqual(['ok', 'warning', 'failed', 'failed'])
  expect(judge(60, false)).toBe('failed')
})

test('a proxy that is not trusted, is bypassed, or hides https is reported', () => {
  const site = { publicUrl: 'https://folx.example', trustProxy: 1 }
  const seen = { isBelieved: true, isHttps: true }
  const judge = (
    config: typeof site | { publicUrl: string; trustProxy: false },
    sightings: Parameters<typeof judgeProxy>[1],
  ) => judgeProxy(config, sightings).state
  expect(judge(site, { forwarded: seen, hasDirect: false })).toBe('ok')
  expect(judge({ ...site, trustProxy: false }, { hasDirect: false })).toBe('failed')
  expect(judge(site, { forwarded: { ...seen, isBelieved: false }, hasDirect: false })).toBe(
    'failed',
  )
  expect(judge(site, { forwarded: seen, hasDirect: true })).toBe('warning')
  expect(judge(site, { forwarded: { ...seen, isHttps: false }, hasDirect: false })).toBe('warning')
  const local = { publicUrl: 'http://localhost:3000', trustProxy: false } as const
  expect(judge(local, { hasDirect: true })).toBe('ok')
})

test('files that others can read and a secret backup key on the server are reported', () => {
  expect(judgeFiles([{ name: 'data.key', mode: 0o600 }]).state).toBe('ok')
  expect(judgeFiles([{ name: '.env', mode: 0o640 }])).toMatchObject({
    state: 'warning',
    finding: 'The group of this machine can read .env.',
  })
  expect(judgeFiles([{ name: '.env', mode: 0o644 }]).state).toBe('failed')
  const key = 'AGE-SECRET-KEY-1ABC'
  expect(judgeBackupKey({ BACKUP_RECIPIENT: key })?.finding).toContain('BACKUP_RECIPIENT')
  expect(judgeBackupKey({ BACKUP_DRILL_KEY: key, BACKUP_RECIPIENT: 'age1abc' })).toBe(undefined)
})

test('a major version of Node that was not tested is reported', () => {
  const judge = (node: string) => judgeVersions({ app: '1.0.0', node, pinnedNode: '24.21.0' }).state
  expect(['24.1.0', '25.0.0', '22.9.0'].map(judge)).toEqual(['ok', 'warning', 'failed'])
})

test('the time of another server is read from its Date header', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('Date', 'Thu, 05 Mar 2026 12:00:00 GMT').writeHead(403).end()
  })
  onTestFinished(() => void server.close())
  const port = await listenLocally(server)
  expect(await systemProbes.dateOf(`http://127.0.0.1:${port}`)).toEqual(NOW)
})

test('a certificate is read from the server, and reading it fails without an answer', async () => {
  const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE })
  onTestFinished(() => void server.close())
  const port = await listenLocally(server)
  const certificate = await systemProbes.certificateOf(`https://127.0.0.1:${port}`)
  expect(certificate.isTrusted).toBe(false)
  expect(certificate.endsAt.getUTCFullYear()).toBe(CERTIFICATE_YEAR)
  server.close()
  await expect(systemProbes.certificateOf(`https://127.0.0.1:${port}`)).rejects.toThrow()
})

test('the machine’s own disk, memory and file modes are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folx-checks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { freeBytes, totalBytes } = await systemProbes.disk(folder)
  expect(freeBytes).toBeGreaterThan(0)
  expect(totalBytes).toBeGreaterThan(freeBytes)
  const memory = systemProbes.memory()
  expect(memory.totalBytes).toBeGreaterThan(memory.availableBytes)
  const path = join(folder, 'key')
  await writeFile(path, 'secret')
  await chmod(path, 0o640)
  expect(await systemProbes.fileMode(path)).toBe(0o640)
  expect(await systemProbes.fileMode(join(folder, 'none'))).toBe(undefined)
})

test('values of .env that programs read in different ways are named, without the value', () => {
  const same = [
    '# a comment with $ and "quotes"',
    'PUBLIC_URL=https://folx.example/?a=1&b=2',
    'MAIL_FROM=Folx <help@folx.example>',
    `SMTP_PASSWORD='p#ss $word "x"'`,
    'EMPTY=',
    'export DATA_DIR=/var/lib/folx',
  ]
  expect(judgeEnvFile(same.join('\n'))).toMatchObject({ state: 'ok' })
  const different = ['A=p#ss', 'B=pa$$word', String.raw`C=a\nb`, 'D="two"', `E='it\\'`, "F=it's"]
  const verdict = judgeEnvFile([...same, ...different].join('\r\n'))
  expect(verdict).toMatchObject({ state: 'warning' })
  expect(verdict.finding).toBe(
    'npm, systemd and Docker may read A, B, C, D, E, F in .env in different ways.',
  )
})
