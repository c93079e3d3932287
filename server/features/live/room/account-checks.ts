import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { Connection } from './room.ts'

/** Changes within this time are checked together. */
const GATHER_MS = 100
/** An account session can also expire without an announced change. */
const CHECK_EVERY_MS = 30_000

interface AccountCheckOptions {
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  /** Of the people in the room, by participant. */
  connections: ReadonlyMap<string, Connection>
  /** Called when the account session has ended, for example because the member was suspended. */
  onEnded: (participantId: string) => void
  onConfirmed: (viewer: Viewer) => void
}

/**
 * Checks the account sessions of people in the room whenever their account may have changed, and
 * periodically. Purchases are only checked at the entrance: if a name disappeared whenever a payment
 * is refunded, everyone could see whose payment it was.
 */
export class AccountChecks {
  readonly #context: Context
  readonly #options: AccountCheckOptions
  readonly #stopListening: () => void
  readonly #clock: NodeJS.Timeout
  #due = nobody()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(context: Context, options: AccountCheckOptions) {
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
    else if (change.kind === 'missed') this.#checkEveryone()
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
      if (viewer?.id !== known.id || viewer.sessionId !== known.sessionId) return onEnded(id)
      onConfirmed(viewer)
    } catch (error) {
      // A temporary failure of the database says nothing about it; the next check follows.
      this.#context.log.warn({ err: error }, 'an account in the live room could not be checked')
    }
  }
}

function nobody(): { everyone: boolean; members: Set<string> } {
  return { everyone: false, members: new Set() }
}
