import type {
  AccountRow,
  OwnReactionRow,
  OwnReplyRow,
  OwnReportRow,
  OwnSessionRow,
  OwnStoryRow,
} from './export-store.ts'

/** What `account.json` says of the account itself. */
export function presentAccount(row: AccountRow): object {
  return {
    username: row.username,
    email: row.email,
    emailVerifiedAt: row.emailVerifiedAt,
    communityUsername: row.anonymousUsername,
    isAdmin: row.isAdmin,
    timeZone: row.timeZone,
    createdAt: row.createdAt,
  }
}

export function presentOwnSession(row: OwnSessionRow): object {
  return {
    device: row.device,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
  }
}

/** `audioFile` is the recording's path in the archive, or null for a story without one. */
export function presentOwnStory(row: OwnStoryRow, audioFile: string | null): object {
  return {
    id: row.storyId,
    title: row.title,
    category: row.category,
    status: row.status,
    rejectionReason: row.rejectionReason,
    tags: row.tags,
    content: row.content,
    caption: row.caption,
    audioFile,
    audioState: row.audioState,
    audioSeconds: row.audioDuration,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
  }
}

export function presentOwnReply(row: OwnReplyRow): object {
  return {
    id: row.replyId,
    storyId: row.storyId,
    storyTitle: row.storyTitle,
    parentId: row.parentId,
    content: row.content,
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
  }
}

export function presentOwnReaction(row: OwnReactionRow): object {
  return { storyId: row.storyId, reaction: row.kind, createdAt: row.createdAt }
}

export function presentOwnReport(row: OwnReportRow): object {
  return {
    storyId: row.storyId,
    replyId: row.replyId,
    reason: row.reason,
    createdAt: row.createdAt,
    resolvedAt: row.resolvedAt,
  }
}
