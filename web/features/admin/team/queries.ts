import { queryOptions } from '@tanstack/react-query'
import { type RightsChange, teamEndpoints } from '#contract/team.ts'
import { call } from '#web/lib/api.ts'

/** Everyone with rights. Nothing is cached after the page is left. */
export const teamQuery = queryOptions({
  queryKey: [teamEndpoints.list.path],
  queryFn: ({ signal }) => call(teamEndpoints.list, { signal }),
  refetchOnWindowFocus: true,
  staleTime: 0,
  gcTime: 0,
})

export function changeRights(body: RightsChange) {
  return call(teamEndpoints.changeRights, { body })
}
