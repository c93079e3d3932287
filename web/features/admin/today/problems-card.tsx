import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Today } from '#contract/today.ts'
import { counted } from '#web/lib/counted.ts'
import { Notice } from '#web/ui/notice.tsx'

type Problem = Today['problems'][number]

/** What went wrong in the last 7 days. Renders nothing if nothing did. */
export function ProblemsCard({ problems }: { problems: Problem[] }): ReactElement | null {
  if (problems.length === 0) return null
  return (
    <Notice variant="error" title="Needs attention">
      <ul className="mt-1 flex flex-col gap-1">
        {problems.map((problem) => (
          <li key={problem.kind}>
            <ProblemLine {...problem} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ProblemLine({ kind, count }: Problem): ReactElement {
  const classes = 'underline underline-offset-4'
  switch (kind) {
    case 'emails':
      return (
        <Link to="/admin" search={{ tab: 'email', part: 'settings' }} className={classes}>
          {counted(count, 'email')} couldn’t be sent in the last 7 days
        </Link>
      )
    case 'payments':
      return (
        <Link to="/admin" search={{ tab: 'products', part: 'orders' }} className={classes}>
          {counted(count, 'payment')} differed from the payment provider in the last 7 days
        </Link>
      )
    case 'mailings':
      return (
        <Link to="/admin/scheduled-emails" className={classes}>
          {counted(count, 'broadcast')} paused
        </Link>
      )
    case 'checks':
      return (
        <Link to="/admin" search={{ tab: 'keeper' }} className={classes}>
          {counted(count, 'site check')} failed
        </Link>
      )
    case 'daily-run':
      return (
        <Link to="/admin" search={{ tab: 'daily-content' }} className={classes}>
          Today’s content came from the library, because the AI provider failed
        </Link>
      )
  }
}
