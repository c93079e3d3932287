import type { TeamMessage } from '#contract/team-messages.ts'
import type { TeamMessageRow } from './store.ts'

export function presentMessage(row: TeamMessageRow): TeamMessage {
  return {
    id: row.teamMessageId,
    kind: row.kind,
    about: row.isAboutPrayer ? 'prayer request' : row.isAboutReply ? 'reply' : 'story',
    storyId: row.storyId,
    title: row.title,
    words: row.words,
    isSeen: row.seenAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}
