import type { RightsChange } from '#contract/team.ts'
import { call } from '#web/lib/api.ts'
import { teamCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** Everyone with rights. Nothing is cached after the page is left. */
export const teamQuery = endpointQuery(teamCalls.list, { ...fresh, gcTime: 0 })

export function changeRights(body: RightsChange) {
  return call(teamCalls.changeRights, { body })
}
