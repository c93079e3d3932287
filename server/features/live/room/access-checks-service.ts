import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { mayJoinLive } from '../../shop/access/service.ts'
import type { Connection } from './room-service.ts'

/** Changes within this time are checked together. */
const GATHER_MS = 100
/** Access can also expire without an announced change. */
const CHECK_EVERY_MS = 30_000

export interface AccessChecks {
  checkSoon(memberId: string): void
  close(): void
}

/**
 * Checks the access of people in the room whenever their account, their purchases or the membership
 * product may have changed, and periodically.
 */
export function createAccessChecks(
  context: Context,
  input: {
    findViewer: (token: string | undefined) => Promise<Viewer | undefined>
    /** Of the people in the room, by participant. */
    connections: ReadonlyMap<string, Connection>
    /** Called when the account session or the access has ended. */
    onEnded: (participantId: string) => void
    onConfirmed: (viewer: Viewer) => void
  },
): AccessChecks {
  let due = nobody()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const checkAccess = async (id: string, { viewer: known, token }: Connection): Promise<void> => {
    try {
      const viewer = await input.findViewer(token)
      const isSame = viewer?.id === known.id && viewer.sessionId === known.sessionId
      if (!isSame || !(await mayJoinLive(context, viewer))) return input.onEnded(id)
      input.onConfirmed(viewer)
    } catch (error) {
      // A temporary failure of the database says nothing about access; the next check follows.
      context.log.warn({ err: error }, 'access to the live room could not be checked')
    }
  }
  const run = async (): Promise<void> => {
    const { everyone, members } = due
    due = nobody()
    const some = [...input.connections].filter(
      ([, { viewer }]) => everyone || members.has(viewer.id),
    )
    for (const [id, connection] of some) await checkAccess(id, connection)
  }
  const wake = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      running = running.then(run)
    }, GATHER_MS)
  }
  const handleChange = (change: Change): void => {
    if (change.kind === 'member') due.members.add(change.memberId)
    else if (touchesEveryone(change)) due.everyone = true
    else return
    wake()
  }

  const stopListening = context.changes.listen(handleChange)
  const clock = setInterval(() => {
    due.everyone = true
    wake()
  }, CHECK_EVERY_MS).unref()
  return {
    checkSoon: (memberId) => {
      due.members.add(memberId)
      wake()
    },
    close: () => {
      stopListening()
      clearInterval(clock)
      clearTimeout(timer)
    },
  }
}

function touchesEveryone(change: Change): boolean {
  if (change.kind === 'missed') return true
  return change.kind === 'topic' && (change.topic === 'purchases' || change.topic === 'settings')
}

function nobody(): { everyone: boolean; members: Set<string> } {
  return { everyone: false, members: new Set() }
}
