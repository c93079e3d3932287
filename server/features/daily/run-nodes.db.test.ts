import { expect, vi } from 'vitest'
import { dailyEndpoints } from '#contract/daily.ts'
import { logicalDate, wallTime } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { fakeWriter } from '#server/testing/fake-writer.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import { test as base } from '#server/testing/world.ts'
import { startJobWorkers } from '#server/workers.ts'
import { runDueDaily } from './run.ts'

const test = base.extend<{ other: Context }>({
  other: async ({ context }, use) => {
    const other = await startOtherNode(context)
    await use(other.context)
    await other.close()
  },
})

test('two nodes at the same moment publish once', async ({ context, other }) => {
  const settings = { generateAt: '06:00', scheduledSince: '2031-01-01T00:00:00Z' }
  await context.db
    .updateTable('dailySettings')
    .set({ autoGenerate: true, ...settings })
    .execute()
  for (const day of ['2031-05-01', '2031-05-02', '2031-05-03', '2031-05-04', '2031-05-05']) {
    const provider = fakeWriter(({ type }) => `<p>${type}</p>`)
    const tick = (node: Context) =>
      runDueDaily({
        ...node,
        now: () => new Date(`${day}T11:00:00Z`),
        writers: { ...node.writers, provider },
      })
    const ran = await Promise.all([tick(context), tick(other), tick(context), tick(other)])
    expect(ran.filter((result) => result === day)).toHaveLength(1)
    expect(provider.requests.map(({ type }) => type).sort()).toEqual(['message', 'reflection'])
  }
  await context.db.updateTable('dailySettings').set({ autoGenerate: false }).execute()
})

test('a server that starts late makes up for the run, and open pages are notified', async ({
  context,
  api,
  other,
}) => {
  const now = Date.now()
  // Before 03:00 a run is for the day that is about to begin, which the page does not show yet.
  const zone = ['America/Chicago', 'Asia/Tokyo'].find(
    (one) => wallTime(new Date(now), one).hour > 3,
  )
  if (!zone) throw new Error('In one of the two it is later.')
  await context.db.updateTable('websiteSettings').set({ timeZone: zone }).execute()
  context.changes.announce({ kind: 'topic', topic: 'settings' })
  const { hour, minute } = wallTime(new Date(now - 2 * 60_000), zone)
  const generateAt = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  expect((await api.call(dailyEndpoints.get)).message).toBeNull()
  const scheduledSince = new Date(now - 3_600_000)
  await context.db
    .updateTable('dailySettings')
    .set({ autoGenerate: true, generateAt, scheduledSince })
    .execute()
  await startJobWorkers(other)
  await vi.waitFor(async () => {
    const page = await api.call(dailyEndpoints.get)
    expect(page.message?.content).toMatch(/^<h3>/)
    expect(page.reflection?.content).toMatch(/^<h3>/)
  })
  const runs = await context.db.selectFrom('dailyRun').select('day').execute()
  expect(runs.map(({ day }) => day)).toContain(logicalDate(new Date(now), zone))
})
