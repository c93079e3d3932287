import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { teamMessageEndpoints } from '#contract/team-messages.ts'
import { notificationsKey } from '#web/features/notifications/queries.ts'
import { call } from '#web/lib/api.ts'

export const teamMessagesQuery = queryOptions({
  queryKey: [teamMessageEndpoints.list.path],
  queryFn: ({ signal }) => call(teamMessageEndpoints.list, { signal }),
  staleTime: 0,
})

/** Marks a message and its notification as read, and shows this immediately. */
export async function markMessageSeen(client: QueryClient, id: number): Promise<void> {
  client.setQueryData(teamMessagesQuery.queryKey, (messages) =>
    messages?.map((message) => (message.id === id ? { ...message, isSeen: true } : message)),
  )
  try {
    await call(teamMessageEndpoints.markSeen, { params: { id } })
  } finally {
    void client.invalidateQueries(teamMessagesQuery)
    void client.invalidateQueries({ queryKey: notificationsKey })
  }
}
