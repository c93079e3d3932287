import { sql } from 'kysely'
import { expect, inject, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { readJobTables } from '#server/testing/job-tables.ts'
import { waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { test } from '#server/testing/world.ts'
import { connectDatabase } from './connect.ts'
import { startJobs } from './jobs.ts'

const { forgotPassword, removeAccount } = accountEndpoints

// `world.ts` searches the job tables for names, addresses and passwords after each test file.

test('a failed job stores the type and place of its error, not the message', async () => {
  const secret = 'ruth@example.org'
  const error = Object.assign(new TypeError(`550 <${secret}> is unknown`, { cause: secret }), {
    code: 'EENVELOPE',
    response: secret,
  })
  // Without the application, because its own workers would take the job.
  const database = await cloneDatabase(inject('adminUrl'))
  const { url } = database
  const jobs = await startJobs({ url, onError: () => {} })
  const { db, close } = connectDatabase({ url, max: 2 })
  await jobs.work('return-recording', () => Promise.reject(error))
  await jobs.send(db, 'return-recording', { storyId: 1, uploadKey: 'none' })
  const kept = await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ output: string | null }>`
        select output::text as output from job.job where name = 'return-recording'`.execute(db)
      return rows[0]?.output ?? undefined
    },
    { interval: 50 },
  )
  expect(kept).toContain('TypeError EENVELOPE')
  expect(kept).toContain('jobs-words.db.test.ts')
  expect(await readJobTables(db)).not.toContain(secret)
  await jobs.close()
  await close()
  await database.drop()
})

test('requesting a reset link leaves no address in a job, and removing an account leaves no id', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { email, password, id } = member
  await api.call(forgotPassword, { body: { email } })
  await api.call(forgotPassword, { body: { email: 'nobody-here@example.org' } })
  await waitForMail(context.db, { to: email, subject: /^Choose a new password/ })
  await waitForJob(context.db, 'request-reset', {})
  const before = await readJobTables(context.db)
  expect(before).toContain(id)
  expect(before).not.toContain(email)
  expect(before).not.toContain('nobody-here')
  await api.as(member).call(removeAccount, { body: { password, stories: 'remove' } })
  expect(await readJobTables(context.db)).not.toContain(id)
})
