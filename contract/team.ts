import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant, RightName, requiredLine, Version } from './fields.ts'
import { withoutTraceless } from './visible.ts'

/**
 * A member with at least one right, by community username, as in the audit log and in the history of
 * stories. Login names here would join the two: who gained a right is who then begins to act.
 */
export const TeamMember = z.object({
  id: z.uuid(),
  anonymousUsername: z.string(),
  /** Empty right after the last one was removed. */
  rights: z.array(RightName),
  /** Since when they have had any right. */
  since: Instant.nullable(),
  changedAt: Instant.nullable(),
  /** The community username of the administrator who last changed the rights; null if it was deleted. */
  changedBy: z.string().nullable(),
  isSuspended: z.boolean(),
  /** Whether it is the caller. */
  isSelf: z.boolean(),
  /** That of the rights. */
  version: z.string(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const RightsChange = z.object({
  anonymousUsername: requiredLine({
    required: 'Community username is required',
    max: 254,
    tooLong: 'Community username is too long',
  })
    .overwrite(withoutTraceless)
    .trim(),
  rights: z.array(RightName, 'Choose the rights.').max(20),
  version: Version,
})
export type RightsChange = z.infer<typeof RightsChange>

export const teamEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/team',
    who: 'keeper',
    stepUp: true,
    summary: 'Everyone with rights, at most 200; those who have had them longest come first.',
    response: z.array(TeamMember),
    noStore: true,
  }),
  changeRights: defineEndpoint({
    method: 'POST',
    path: '/api/admin/team',
    who: 'keeper',
    stepUp: true,
    summary:
      'Gives the member with this community username exactly these rights; an empty list removes them from the team. Someone always keeps the right `keeper`.',
    body: RightsChange,
    response: TeamMember,
  }),
}
