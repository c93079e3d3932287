import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints as calls } from '#contract/prayer.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { todayEndpoints } from '#contract/today.ts'
import { userEndpoints } from '#contract/users.ts'
import { containsText, dump } from '#server/testing/dump.ts'
import { unzip } from '#server/testing/unzip.ts'
import { test } from '#server/testing/world.ts'

test('nobody learns who prayed, or how many members did', async ({
  api,
  world,
  context,
  logLines,
}) => {
  const author = await world.member({ username: 'agnes-brinkmann', email: 'agnes@private.example' })
  const admin = await world.admin()
  const id = await world.prayerRequest({ author, content: 'For a quiet mind.' })
  const people = await Promise.all(Array.from({ length: 7 }, () => world.member()))
  const rowsAbout = async (): Promise<number[]> => {
    const lines = (await dump(context.db)).split('\n')
    return people.map((one) => lines.filter((line) => containsText(line, one.id)).length)
  }
  const before = await rowsAbout()
  expect(Math.min(...before)).toBeGreaterThan(0)
  for (const member of people) {
    await api.as(member).call(calls.pray, { params: { id }, body: {} })
  }
  const { rows: marks } = await context.pool.query('select * from prayer_mark')
  expect(marks).toHaveLength(people.length)
  expect(Object.keys(marks[0])).toEqual(['mark', 'marked_on'])
  // Praying adds no row in any table that names them.
  expect(await rowsAbout()).toEqual(before)

  const texts: string[] = []
  for (const caller of [api.as(author), api.as(admin), api.as(await world.member())]) {
    for (const endpoint of [
      calls.list,
      calls.listOwn,
      calls.listWaiting,
      notificationEndpoints.list,
      userEndpoints.auditLog,
      todayEndpoints.read,
      storyEndpoints.listReports,
    ]) {
      texts.push((await caller.request(endpoint)).text)
    }
  }
  const { bytes } = await api.as(author).request(accountEndpoints.exportData)
  texts.push(unzip(bytes).get('account.json')?.toString() ?? '')
  const answers = texts.join('\n')
  expect(answers).toContain('For a quiet mind.')
  expect(answers).toContain('"wasPrayedFor": true')
  expect(answers).not.toMatch(/prayer_?count|"happenings": ?[2-9]/i)
  for (const { id: memberId, username, email, anonymousUsername } of people) {
    for (const name of [memberId, username, email, anonymousUsername])
      expect(answers).not.toContain(name)
  }
  const log = logLines.join('\n')
  expect(log).toContain('/api/prayer-requests/:id/pray')
  for (const name of [...people, author].flatMap((one) => [one.id, one.anonymousUsername]))
    expect(log).not.toContain(name)
  expect(log).not.toContain('For a quiet mind.')
})

test('a request shows its author only by community username', async ({ api, world }) => {
  const author = await world.member({ username: 'otto-kessler', email: 'otto@private.example' })
  await world.prayerRequest({ author })
  const pending = await world.prayerRequest({ author, status: 'pending' })
  const [reader, admin] = [api.as(await world.member()), api.as(await world.admin())]
  const answers = [
    await reader.request(calls.list),
    await reader.request(calls.listOwn),
    await reader.request(calls.update, { params: { id: pending }, body: { content: 'x' } }),
    await reader.request(calls.report, { params: { id: pending }, body: {} }),
    await reader.request(calls.pray, { params: { id: pending }, body: {} }),
    await admin.request(calls.list),
    await admin.request(calls.listWaiting),
    await admin.request(review.claim, { params: { subject: 'prayer', id: pending } }),
  ]
  const text = answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n')
  expect(text).toContain(author.anonymousUsername)
  for (const name of [author.id, author.username, author.email]) expect(text).not.toContain(name)
})
