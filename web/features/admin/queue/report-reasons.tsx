import type { ReactElement } from 'react'

/** The reasons that members gave for a report, in their words. */
export function ReportReasons({ reasons }: { reasons: readonly string[] }): ReactElement {
  const given = reasons.filter((reason) => reason.trim() !== '')
  if (given.length === 0) return <p className="text-ink-quiet">No reason given.</p>
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-sm font-medium text-ink-quiet">Why it was reported</h4>
      <ul className="list-disc ps-5">
        {given.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reasons can be alike and never move
          <li dir="auto" key={index} className="wrap-anywhere whitespace-pre-wrap">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
