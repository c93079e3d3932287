import { forgetMember } from '#web/lib/forget-member.ts'

/**
 * Leaves the page after sign-out. Removes the member's data from this device and, with a full page
 * load, from memory. A page that the browser restores from its back/forward cache is hidden and
 * reloads for the current user.
 */
export async function leaveAccount(memberId: string | undefined): Promise<void> {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', () => window.location.reload())
  if (memberId !== undefined) await forgetMember(memberId)
  window.location.assign('/')
}
