import './dom.ts'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { NotifyingWorld } from '#server/testing/notifying-world.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { expect } from './expect.ts'
import { TestPage } from './page.ts'
import { UndoTime } from './undo-time.ts'

export { expect }

/** The server and database behind the pages of a test file. */
export interface Site {
  db: Db
  app: FastifyInstance
}

/** The app's document has a script, which only a browser that loads it runs. */
const DOCUMENT_SCRIPT = /^Encountered a script tag while rendering React component/

/** The id of the newest story in the public list, as the server answers it; 0 if there is none. */
async function newestStory({ app }: Site): Promise<number> {
  const answer = await app.inject('/api/stories?pageSize=1')
  const [newest] = answer.json<{ id: number }[]>()
  return newest?.id ?? 0
}

function notifyingWorld(site: Site): World {
  return new NotifyingWorld(site.db, (storyId) =>
    expect.poll(() => newestStory(site)).toBeGreaterThanOrEqual(storyId),
  )
}

/**
 * The tests of a file share an application and a database; each has its own page. An unexpected
 * error on the console fails its test.
 */
export const test = base
  .extend('site', { scope: 'file' }, ({ app, context }): Site => ({ app, db: context.db }))
  .extend('world', { scope: 'file' }, ({ site }): World => notifyingWorld(site))
  // Patterns of expected errors; a test adds those that it causes.
  .extend('expectedErrors', (): RegExp[] => [DOCUMENT_SCRIPT])
  .extend('page', async ({ app, expectedErrors }, { onCleanup }) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const page = new TestPage(app)
    onCleanup(async () => {
      await page.close()
      const errors = printed.mock.calls.map((parts) => parts.map(String).join(' '))
      printed.mockRestore()
      const unexpected = errors.filter((text) => !expectedErrors.some((it) => it.test(text)))
      expect(unexpected, 'unexpected errors of the page').toEqual([])
    })
    return page
  })
  // Signs a member in on the page, in place of another.
  .extend(
    'signIn',
    ({ page }) =>
      async (member: TestMember) =>
        page.signIn(member),
  )
  // A member who is signed in on the page.
  .extend('member', async ({ page, world }): Promise<TestMember> => {
    const member = await world.member()
    page.signIn(member)
    return member
  })
  // An administrator who is signed in on the page.
  .extend('administrator', async ({ page, world }): Promise<TestMember> => {
    const administrator = await world.admin()
    page.signIn(administrator)
    return administrator
  })
  // The page with a signed-in member, for tests that don't need the member's data.
  .extend('memberPage', ({ page, member: _ }) => page)
  // The page with a signed-in administrator, for tests that don't need their data.
  .extend('adminPage', ({ page, administrator: _ }) => page)
  // Pauses the time in which a decision can be undone; the test says when it is over.
  .extend('undoTime', ({ page: _ }, { onCleanup }) => {
    const time = new UndoTime()
    onCleanup(() => time.restore())
    return time
  })
  // Ends the session of a member's page from another device.
  .extend('endSession', ({ app, world }) => async ({ id }: TestMember) => {
    const headers = { cookie: await world.session(id), 'sec-fetch-site': 'same-origin' }
    const url = '/api/user/sessions'
    const { statusCode } = await app.inject({ method: 'DELETE', url, headers })
    expect(statusCode).toBe(204)
  })
  // The newest email to an address; waits until it arrives.
  .extend('mailTo', ({ site }) => async (address: string, subject = /./) => {
    let found: { subject: string; text: string } | undefined
    await expect
      .poll(async () => {
        const mails = await site.db
          .selectFrom('outboxMail')
          .select(['subject', 'text'])
          .where('toAddress', '=', address)
          .orderBy('outboxMailId', 'desc')
          .execute()
        found = mails.find((mail) => subject.test(mail.subject))
        return found !== undefined
      })
      .toBe(true)
    if (!found) throw new Error('unreachable')
    return found
  })
