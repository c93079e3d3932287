import { queryOptions } from '@tanstack/react-query'
import { type RightsChange, teamEndpoints } from '#contract/team.ts'
import { fresh, reading } from '#web/features/admin/fresh-query.ts'
import { call } from '#web/lib/api.ts'

/** Everyone with rights. Nothing is cached after the page is left. */
export const teamQuery = queryOptions({
  ...fresh,
  ...reading(teamEndpoints.list),
  gcTime: 0,
})

export function changeRights(body: RightsChange) {
  return call(teamEndpoints.changeRights, { body })
}
