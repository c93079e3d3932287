import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { World } from './population.ts'

/**
 * Tells a running server of stories that a test inserts directly, as another node would.
 * `untilNewest` waits until the newest public story that the server lists is at least this one; on a
 * busy machine, a page could otherwise be read before the notification.
 */
export class NotifyingWorld extends World {
  readonly #db: Db
  readonly #untilNewest: (storyId: number) => Promise<void>

  constructor(db: Db, untilNewest: (storyId: number) => Promise<void>) {
    super(db)
    this.#db = db
    this.#untilNewest = untilNewest
  }

  override async story(given: Parameters<World['story']>[0]): Promise<number> {
    const storyId = await super.story(given)
    const changes = ['stories', 'tags'].map((topic) => ({ kind: 'topic', topic }))
    const payload = JSON.stringify({ node: 'test', changes })
    await sql`select pg_notify('folx_changes', ${payload})`.execute(this.#db)
    const isPublic = (given.status ?? 'approved') === 'approved' && !given.hiddenAt
    if (isPublic) await this.#untilNewest(storyId)
    return storyId
  }
}
