import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { mayJoinLive } from '../../shop/access/service.ts'
import type { Connection } from './room.ts'

/** Changes within this time are checked together. */
const GATHER_MS = 100
/** Access can also expire without an announced change. */
const CHECK_EVERY_MS = 30_000

interface AccessCheckOptions {
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  /** Of the people in the room, by participant. */
  connections: ReadonlyMap<string, Connection>
  /** Called when the account session or the access has ended. */
  onEnded: (participantId: string) => void
  onConfirmed: (viewer: Viewer) => void
}

/**
 * Checks the access of people in the room whenever their account, their purchases or the membership
 * product may have changed, and periodically.
 */
export class AccessChecks {
  readonly #context: Context
  readonly #options: AccessCheckOptions
  readonly #stopListening: () => void
  readonly #clock: NodeJS.Timeout
  #due = nobody()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(context: Context, options: AccessCheckOptions) {
    this.#context = context
    this.#options = options
    this.#stopListening = context.changes.listen((change) => this.#handleChange(change))
    this.#clock = setInterval(() => this.#checkEveryone(), CHECK_EVERY_MS).unref()
  }

  checkSoon(memberId: string): void {
    this.#due.members.add(memberId)
    this.#wake()
  }

  close(): void {
    this.#stopListening()
    clearInterval(this.#clock)
    clearTimeout(this.#timer)
  }

  #handleChange(change: Change): void {
    if (change.kind === 'member') this.checkSoon(change.memberId)
    else if (touchesEveryone(change)) this.#checkEveryone()
  }

  #checkEveryone(): void {
    this.#due.everyone = true
    this.#wake()
  }

  #wake(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#running.then(() => this.#run())
    }, GATHER_MS)
  }

  async #run(): Promise<void> {
    const { everyone, members } = this.#due
    this.#due = nobody()
    const some = [...this.#options.connections].filter(
      ([, { viewer }]) => everyone || members.has(viewer.id),
    )
    for (const [id, connection] of some) await this.#check(id, connection)
  }

  async #check(id: string, { viewer: known, token }: Connection): Promise<void> {
    const { findViewer, onEnded, onConfirmed } = this.#options
    try {
      const viewer = await findViewer(token)
      const isSame = viewer?.id === known.id && viewer.sessionId === known.sessionId
      if (!isSame || !(await mayJoinLive(this.#context, viewer))) return onEnded(id)
      onConfirmed(viewer)
    } catch (error) {
      // A temporary failure of the database says nothing about access; the next check follows.
      this.#context.log.warn({ err: error }, 'access to the live room could not be checked')
    }
  }
}

function touchesEveryone(change: Change): boolean {
  if (change.kind === 'missed') return true
  return change.kind === 'topic' && (change.topic === 'purchases' || change.topic === 'settings')
}

function nobody(): { everyone: boolean; members: Set<string> } {
  return { everyone: false, members: new Set() }
}
