import { type ReactElement, useState } from 'react'
import type { SuspensionLook as Look } from '#contract/errors.ts'
import { AskDialog } from '#web/features/second-looks/ask-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { secondLookCalls } from '#web/lib/calls.gen.ts'

/** Below the reason of a suspension: asks somebody else on the team to look again, once. */
export function SuspensionLook({ memberId, proof, byEmail }: Look): ReactElement {
  const [isAsked, setIsAsked] = useState(false)
  const hears = byEmail
    ? ' We’ll email you the answer.'
    : ' You’ll see the answer when you sign in again.'
  // The section gets the focus when the button is gone.
  return (
    <section>
      {isAsked ? (
        <p className="mt-2">
          You asked for a second look. Someone else on the team will answer.{hears}
        </p>
      ) : (
        <AskDialog
          draftKey={`second-look:${memberId}:suspension`}
          note={hears}
          hears={hears}
          send={(words) => call(secondLookCalls.askSuspended, { body: { proof, words } })}
          onDone={() => setIsAsked(true)}
        />
      )}
    </section>
  )
}
