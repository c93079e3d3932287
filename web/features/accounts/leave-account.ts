import { stopSending } from '#web/lib/api.ts'
import { finishBeforeSignOut } from '#web/lib/before-sign-out.ts'
import { forgetMember } from '#web/lib/forget-member.ts'
import { pauseLive } from '#web/lib/live.ts'

/**
 * Ends the session and leaves the page, which makes no calls without one. Removes the member's data
 * from this device and, with a full page load, from memory. A page that the browser restores from
 * its back/forward cache is hidden and reloads for the current user.
 *
 * @param endSession if it throws, the page stays as it is and the error is passed on
 * @param destination the page to open
 */
export async function leaveAccount(
  memberId: string | undefined,
  endSession: () => Promise<unknown>,
  destination: '/' | '/#account-deleted' = '/',
): Promise<void> {
  await finishBeforeSignOut()
  const resumeLive = pauseLive()
  try {
    await endSession()
  } catch (error) {
    resumeLive()
    throw error
  }
  stopSending()
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', () => window.location.reload())
  if (memberId !== undefined) await forgetMember(memberId)
  window.location.assign(destination)
}
