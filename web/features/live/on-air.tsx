import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type DateLocale, formatDate } from '#web/lib/dates.ts'

/**
 * ON AIR in green with a pulse, or OFF AIR in gray (administrator document, section 2). Screen
 * readers announce changes.
 */
export function OnAir({ isOnAir }: { isOnAir: boolean }): ReactElement {
  return (
    <p
      role="status"
      className={cn(
        'inline-flex shrink-0 items-center gap-2 rounded-full border px-3 py-1 text-sm font-semibold tracking-wide max-sm:px-2.5 max-sm:tracking-normal',
        isOnAir ? 'border-on-air bg-on-air-soft text-on-air' : 'border-line bg-sand text-ink-quiet',
      )}
    >
      <span aria-hidden className="relative inline-flex size-2.5">
        {isOnAir ? (
          <span className="absolute inset-0 rounded-full bg-on-air opacity-70 motion-safe:animate-ping" />
        ) : null}
        <span className="relative size-2.5 rounded-full bg-current" />
      </span>
      {isOnAir ? 'ON AIR' : 'OFF AIR'}
    </p>
  )
}

/** 'Thursday, December 10, 2026 at 7:00 PM CST'. */
export function sessionText(instant: string, dates: DateLocale): string {
  return formatDate(new Date(instant), dates, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}
