import type { QueryClient } from '@tanstack/react-query'
import { notificationsKey } from '#web/features/notifications/queries.ts'
import { call } from '#web/lib/api.ts'
import { teamMessageCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const teamMessagesQuery = endpointQuery(teamMessageCalls.list, { staleTime: 0 })

/** Marks a message and its notification as read, and shows this immediately. */
export async function markMessageSeen(client: QueryClient, id: number): Promise<void> {
  client.setQueryData(teamMessagesQuery.queryKey, (messages) =>
    messages?.map((message) => (message.id === id ? { ...message, isSeen: true } : message)),
  )
  try {
    await call(teamMessageCalls.markSeen, { params: { id } })
  } finally {
    void client.invalidateQueries(teamMessagesQuery)
    void client.invalidateQueries({ queryKey: notificationsKey })
  }
}
