import { type RightsChange, teamEndpoints } from '#contract/team.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** Everyone with rights. Nothing is cached after the page is left. */
export const teamQuery = endpointQuery(teamEndpoints.list, { ...fresh, gcTime: 0 })

export function changeRights(body: RightsChange) {
  return call(teamEndpoints.changeRights, { body })
}
