import { sql } from 'kysely'
import { type Check, databaseCheck, ok, type Verdict, warning } from './check.ts'
import { counted } from './words.ts'

/** `questionable`: community usernames that would be refused today. */
function judgeNames(questionable: number): Verdict {
  if (questionable === 0) return ok('No community username looks like another one.')
  return warning({
    finding: `${counted(questionable, 'community username looks', 'community usernames look')} like an older one, like the team’s, or like nothing.`,
    meaning: 'Members can mistake one person for another.',
    action: 'On the admin page, open Users and choose “Look-alike names” under Show.',
  })
}

export const NAME_CHECKS: readonly Check[] = [
  databaseCheck({
    name: 'look-alike-names',
    title: 'Community usernames',
    run: async ({ db }) => {
      const { rows } = await sql<{ questionable: number }>`
        select count(*)::int as questionable from member where has_questionable_name`.execute(db)
      return judgeNames(rows[0]?.questionable ?? 0)
    },
  }),
]
