import { useQuery } from '@tanstack/react-query'
import { todayQuery } from '#web/features/admin/today/queries.ts'

/** Whether emails stay on this server because no email provider is set up; undefined until known. */
export function useHasOutbox(): boolean | undefined {
  return useQuery(todayQuery).data?.hasOutbox
}
