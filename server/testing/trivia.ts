import { logicalDate } from '#contract/logical-date.ts'
import type { Db } from '#server/db/connect.ts'

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

export interface Question {
  question: string
  options: string[]
  answer: string
  /** One of the wrong options. */
  wrong: string
  explanation: string
  source: string
}

/** Today's question and its answer in the database. */
export async function questionOfToday(db: Db): Promise<Question> {
  const row = await db
    .selectFrom('trivia')
    .selectAll()
    .where('day', '=', logicalDate(new Date(), COMMUNITY_ZONE))
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow()
  const wrong = row.options.find((option) => option !== row.answer) ?? ''
  return { ...row, wrong }
}
