import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { TestMember } from '#server/testing/population.ts'
import { callAs } from './calls.ts'
import { expect } from './fixtures.ts'
import type { Site } from './site.ts'
import { toastArea } from './story-steps.ts'

/** The browser's console error for calls without a session. */
export const SIGNED_OUT = /status of 401 /

/**
 * Gives a member an authenticator app; returns a function for the code after the one used for setup, and
 * the recovery codes.
 */
export async function addApp(
  site: Site,
  member: TestMember,
): Promise<{ nextCode: () => string; recoveryCodes: string[] }> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await callAs(site, member, { method: 'POST', path, body })
    expect(answer.ok).toBe(true)
    return answer.json()
  }
  const { secret } = Object(await post('/api/user/totp', {}))
  const app = new TOTP({ secret })
  const { recoveryCodes } = Object(await post('/api/user/totp/confirm', { code: app.generate() }))
  return { nextCode: () => app.generate({ timestamp: Date.now() + 30_000 }), recoveryCodes }
}

/** Signs in again through the dialog of a signed-out page, which must show no other error. */
export async function signInAgain(page: Page, member: TestMember): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await expect(question).toBeVisible()
  await expect(toastArea(page).locator('[data-state="open"]')).toHaveCount(0)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await enterPassword(page, member)
}

/** Signs in on the sign-in page to which a page without a session has led. */
export async function enterPassword(page: Page, member: TestMember): Promise<void> {
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
