import { forgetMember } from '#web/lib/forget-member.ts'

/**
 * Leaves the pages of somebody who has just signed out. Nothing of theirs stays on this device,
 * nor, by a full load, in memory. A browser that brings a page back as it was shows an empty one and loads it
 * anew, for whoever is here by then.
 */
export async function leaveAccount(memberId: string | undefined): Promise<void> {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', () => window.location.reload())
  if (memberId !== undefined) await forgetMember(memberId)
  window.location.assign('/')
}
