import type { Reply } from '#contract/stories.ts'

/** A top-level reply with all answers below it, oldest first. */
export interface Thread {
  root: Reply
  answers: Reply[]
}

/**
 * Nests replies under their top-level ancestor. A removed reply is left out unless a remaining
 * reply answers it. If an ancestor is not in the list, its answers are at the top level.
 */
export function threadsOf(replies: readonly Reply[]): Thread[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  const answered = answeredIds(replies)
  const threads = new Map<number, Thread>()
  for (const reply of [...replies].sort(oldestFirst)) {
    if (reply.isDeleted && !answered.has(reply.id)) continue
    const root = rootOf(reply, byId)
    const thread = threads.get(root.id) ?? { root, answers: [] }
    threads.set(root.id, thread)
    if (reply !== root) thread.answers.push(reply)
  }
  return [...threads.values()].sort((a, b) => oldestFirst(a.root, b.root))
}

/** The number of replies that were not removed. */
export function countReplies(replies: readonly Reply[]): number {
  return replies.filter((reply) => !reply.isDeleted).length
}

function answeredIds(replies: readonly Reply[]): Set<number | null | undefined> {
  const present = replies.filter((reply) => !reply.isDeleted)
  return new Set(present.flatMap((reply) => [reply.parentId, reply.replyTo?.id]))
}

function rootOf(reply: Reply, byId: ReadonlyMap<number, Reply>): Reply {
  const seen = new Set<number>()
  let root = reply
  while (root.parentId !== null && !seen.has(root.id)) {
    seen.add(root.id)
    const parent = byId.get(root.parentId)
    if (!parent) break
    root = parent
  }
  return root
}

function oldestFirst(a: Reply, b: Reply): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id - b.id
}

/**
 * Whether new replies only follow what is shown: at the top level, or as answers in the last thread.
 */
export function isContinuation(shown: readonly Reply[], fresh: readonly Reply[]): boolean {
  const last = threadsOf(shown).at(-1)?.root.id
  return fresh.every(
    ({ parentId }) =>
      parentId === null || parentId === last || fresh.some(({ id }) => id === parentId),
  )
}
