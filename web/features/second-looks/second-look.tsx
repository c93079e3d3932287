import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { SecondLookSubject } from '#contract/second-looks.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { AskDialog } from '#web/features/second-looks/ask-dialog.tsx'
import { ownSecondLooksQuery } from '#web/features/second-looks/queries.ts'
import { call } from '#web/lib/api.ts'
import { secondLookCalls } from '#web/lib/calls.gen.ts'

interface Decided {
  subject: Exclude<SecondLookSubject, 'suspension'>
  /** The story's, the prayer request's or the team message's. */
  id: number
}

const STATES = {
  asked: 'You asked for a second look. Someone else on the team will answer.',
  answered: 'Somebody took a second look. The answer is under “Messages from our team”.',
} as const

/** What the author can do instead, which withdraws the question. */
const CHANGES = {
  story: ' If you change the story and submit it again, we read the new text instead.',
  prayer: ' If you change the request and submit it again, we read the new text instead.',
  warning: '',
  removal: '',
} as const

/** Beside the reason of a decision: asks somebody else on the team to look again, once. */
export function SecondLook({ subject, id }: Decided): ReactElement | null {
  const { data } = useQuery(ownSecondLooksQuery)
  const { id: memberId } = useMember()
  const found = data?.find((one) => one.subject === subject && one.id === id)
  if (!found) return null
  if (found.state !== 'possible') {
    return (
      <p className="flex min-h-11 max-w-prose items-center text-sm text-ink-quiet">
        {STATES[found.state]}
      </p>
    )
  }
  return (
    <AskDialog
      draftKey={`second-look:${memberId}:${subject}-${id}`}
      note={CHANGES[subject]}
      send={(words) => call(secondLookCalls.ask, { body: { subject, id, words } })}
      refresh={(client) => client.invalidateQueries(ownSecondLooksQuery)}
    />
  )
}
