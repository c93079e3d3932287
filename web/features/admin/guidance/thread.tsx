import type { ReactElement } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface ThreadProps {
  request: AdminGuidanceRequest
  /** Hides the latest answer while it is being edited in the form. */
  hidesLatest: boolean
}

/** The questions and answers of a request, in order. */
export function Thread({ request, hidesLatest }: ThreadProps): ReactElement {
  const { content, responseContent, respondedAt, followUp } = request
  const showsFirst = responseContent !== null && !(hidesLatest && followUp === null)
  // The history belongs to the latest answer.
  const history = <History history={request.history} />
  const isSecondAnswered = followUp !== null && followUp.responseContent !== null
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FoldedText text={content} />
      {showsFirst ? <Response text={responseContent} at={respondedAt} /> : null}
      {isSecondAnswered ? null : history}
      {followUp ? (
        <div className="flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
            <span className="font-medium text-ink">Follow-up</span>
            <RelativeTime date={followUp.createdAt} />
          </p>
          <FoldedText text={followUp.content} />
        </div>
      ) : null}
      {followUp?.responseContent && !hidesLatest ? (
        <Response text={followUp.responseContent} at={followUp.respondedAt} />
      ) : null}
      {isSecondAnswered ? history : null}
    </div>
  )
}

function Response({ text, at }: { text: string; at: string | null }): ReactElement {
  return (
    <div className="flex flex-col gap-1 border-l-3 border-primary pl-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
        <span className="font-medium text-ink">Response</span>
        {at ? <RelativeTime date={at} /> : null}
      </p>
      <FoldedText text={text} />
    </div>
  )
}

/** Earlier versions of the latest answer. Renders nothing if it was never changed. */
function History({ history }: Pick<AdminGuidanceRequest, 'history'>): ReactElement | null {
  if (history.length === 0) return null
  const summary = history.length === 1 ? '1 earlier version' : `${history.length} earlier versions`
  return (
    <Disclosure summary={summary} className="border-b-0 text-sm">
      <ol className="flex flex-col gap-3">
        {history.map(({ responseContent, replacedAt }) => (
          <li key={replacedAt} className="flex flex-col gap-1 border-l-3 border-line pl-4">
            <p className="text-ink-quiet">
              Until <RelativeTime date={replacedAt} />
            </p>
            <FoldedText text={responseContent} />
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
