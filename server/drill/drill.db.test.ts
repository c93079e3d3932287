import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readManifest } from '#server/backup/manifest.ts'
import { buildApp } from '#server/http/app.ts'
import { fill, test } from '#server/testing/backup-kit.ts'
import { certificateText, type DrillReport, writeCertificate } from './certificate.ts'
import { balanceLedgers, compareCounts, openJournals, playRecording, signIn } from './use.ts'

test('a missing row and a missing file are reported', async ({ context, kit }) => {
  const { archive } = await kit.back()
  const manifest = await readManifest(kit.place, archive)
  const compare = (files: number) =>
    compareCounts(context.db, manifest, { files, expectedFiles: manifest.files.count })
  const { count } = manifest.files
  expect(await compare(count)).toMatchObject({ outcome: 'passed' })
  expect(await compare(count - 1)).toMatchObject({
    outcome: 'failed',
    detail: `${count - 1} files, ${count} in the manifest.`,
  })
  await context.db.deleteFrom('reply').execute()
  expect(await compare(count)).toMatchObject({
    outcome: 'failed',
    detail: 'reply has 0 rows, 1 in the manifest.',
  })
})

test('a journal without its key fails the drill, and its words do not appear in the report', async ({
  context,
  world,
  api,
}) => {
  await context.db.deleteFrom('moodEntry').execute()
  expect(await openJournals(context)).toMatchObject({ outcome: 'skipped' })
  await fill(context, world, api)
  const opened = await openJournals(context)
  expect(opened).toMatchObject({ outcome: 'passed', detail: expect.stringContaining('1 of 1') })
  expect(JSON.stringify(opened)).not.toContain('Only for me')
  for await (const { key } of context.files.list()) {
    if (key.startsWith('member-keys/')) await context.files.remove(key)
  }
  context.memberKeys.clear()
  expect(await openJournals(context)).toMatchObject({ outcome: 'failed' })
})

test('payments that don’t fit their purchase are counted', async ({ context }) => {
  expect(await balanceLedgers(context.db)).toMatchObject({ outcome: 'skipped' })
  const payment = {
    provider: 'till',
    status: 'paid' as const,
    amountCents: 1_250,
    paidAt: context.now(),
  }
  await context.db
    .insertInto('payment')
    .values({ ...payment, paymentRef: 'one', refundedCents: 250 })
    .execute()
  expect(await balanceLedgers(context.db)).toEqual({
    outcome: 'passed',
    detail: '1 payment: $12.50 paid, $2.50 refunded.',
  })
  await context.db
    .insertInto('payment')
    .values({ ...payment, paymentRef: 'two', refundedCents: 2_000 })
    .execute()
  expect(await balanceLedgers(context.db)).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining(
      '2 payments: $25.00 paid, $22.50 refunded. 1 doesn’t fit its purchase.',
    ),
  })
})

test('a recording whose file is missing fails the drill', async ({ context, world }) => {
  const app = await buildApp(context)
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { result, cookie } = await signIn(context, url)
  expect(result).toMatchObject({ outcome: 'passed' })
  const story = await world.story({ author: await world.member() })
  await context.db
    .updateTable('story')
    .set({ content: null, audioState: 'ready', audioKey: 'stories/gone.m4a', audioDuration: 3 })
    .where('storyId', '=', story)
    .execute()
  expect(await playRecording(context, url, cookie)).toMatchObject({ outcome: 'failed' })
})

const REPORT: DrillReport = {
  archive: '2026-03-05T03-15-00Z',
  backupMadeAt: '2026-03-05T03:15:00.000Z',
  startedAt: '2026-03-05T12:00:00.000Z',
  isPassed: true,
  recoverySeconds: 130,
  steps: [
    { title: 'Restore', outcome: 'passed', detail: 'The database and the files were restored.' },
  ],
}

test('the certificate states the outcome, and only the latest ones are kept', async () => {
  expect(certificateText(REPORT)).toContain('Recovery time: 2 min 10 s')
  expect(certificateText({ ...REPORT, isPassed: false, recoverySeconds: null })).toMatch(
    /FAILED[\s\S]*never answered/,
  )
  const folder = await mkdtemp(join(tmpdir(), 'folx-drills-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (let day = 1; day <= 26; day += 1) {
    const startedAt = `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`
    await writeCertificate(folder, { ...REPORT, startedAt })
  }
  const names = (await readdir(folder)).sort()
  expect(names).toHaveLength(48)
  expect(names[0]).toBe('drill-2026-03-03T12-00-00Z.json')
})
