import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { DailyCalendar, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import {
  calendarStep,
  type DayState,
  dayState,
  dayStateWords,
  firstOfMonth,
} from '#web/features/admin/daily/calendar-days.ts'
import { lastPublishDay } from '#web/features/admin/daily/publish-day.ts'
import { calendarQuery } from '#web/features/admin/daily/queries.ts'
import { firstWeekdayOf, monthName, monthOf } from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { MonthSteps, MonthTable } from '#web/lib/month-table.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

interface ContentCalendarProps {
  today: DateText
  /** The day of the open form, if there is one. */
  written: DateText | undefined
  /** Opens the form for a day that has these types. */
  onOpen: (date: DateText, types: readonly DailyType[]) => void
}

/**
 * A month with the content of each day. One day is in the tab order; the arrow keys move to the
 * others, also into adjacent months (WAI-ARIA grid pattern).
 */
export function ContentCalendar({ today, written, onOpen }: ContentCalendarProps): ReactElement {
  const [chosen, setChosen] = useState<DateText>()
  // The month of the open form, until another one is chosen.
  const current = chosen ?? written ?? today
  const movesFocus = useRef(false)
  const grid = useRef<HTMLTableElement>(null)
  const month = monthOf(current)
  const calendar = useQuery(calendarQuery(month))
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current])
  const { locale } = useDates()
  const last = lastPublishDay(today)
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = calendarStep(event.key, { current, firstWeekday: firstWeekdayOf(locale) })
    if (!next) return
    event.preventDefault()
    movesFocus.current = true
    setChosen(next > last ? last : next)
  }
  const known = calendar.data?.month === month ? calendar.data : undefined
  return (
    <Card aria-labelledby="content-calendar" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="content-calendar" className="text-xl">
          Calendar
        </h2>
        <MonthSteps
          month={month}
          last={monthOf(last)}
          onStep={(next) => setChosen(firstOfMonth(next, today))}
        >
          <p id="calendar-month" aria-live="polite" className="text-center font-medium sm:min-w-36">
            {monthName(month, locale)}
          </p>
        </MonthSteps>
      </div>
      <QueryError query={calendar} />
      <MonthTable
        month={month}
        headClassName="text-sm"
        ref={grid}
        role="grid"
        aria-labelledby="content-calendar calendar-month"
        aria-busy={!known}
        onKeyDown={handleKeyDown}
        className="border-separate border-spacing-0.5 sm:border-spacing-1"
        cell={(day) => (
          <DayCell
            day={day}
            isCurrent={day === current}
            isToday={day === today}
            isWritten={day === written}
            types={typesOf(known, day)}
            state={dayState({ day, types: typesOf(known, day), today, last })}
            onOpen={onOpen}
          />
        )}
      />
      <Legend isAutomatic={known?.autoGenerate ?? false} />
    </Card>
  )
}

/** Undefined until the month is loaded. */
function typesOf(
  calendar: DailyCalendar | undefined,
  day: DateText,
): readonly DailyType[] | undefined {
  return calendar && (calendar.days.find(({ date }) => date === day)?.types ?? [])
}

interface DayCellProps {
  day: DateText
  isCurrent: boolean
  isToday: boolean
  isWritten: boolean
  types: readonly DailyType[] | undefined
  state: DayState
  onOpen: ContentCalendarProps['onOpen']
}

function DayCell(props: DayCellProps): ReactElement {
  const { locale } = useDates()
  const { day, isCurrent, isToday, isWritten, types, state, onOpen } = props
  const name = longDay(day, locale)
  const isClosed = state === 'past' || state === 'too-far' || types === undefined
  return (
    <td className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={isCurrent ? 0 : -1}
        aria-disabled={isClosed || undefined}
        aria-current={isWritten ? 'true' : isToday ? 'date' : undefined}
        aria-label={types ? `${name}: ${dayStateWords(types)}` : name}
        onClick={() => (isClosed ? undefined : onOpen(day, types))}
        className={cn(
          'flex min-h-12 w-full flex-col items-center justify-center gap-1 rounded-lg border py-1 tabular-nums sm:min-h-14',
          isClosed ? 'cursor-default text-ink-quiet' : 'cursor-pointer hover:bg-sand',
          state === 'ready' && 'border-primary bg-primary-soft',
          state === 'partial' && 'border-line-strong border-dashed',
          (isClosed || state === 'gap') && 'border-transparent',
          isToday && 'font-semibold underline underline-offset-4',
          isWritten && 'ring-2 ring-ink',
        )}
      >
        {Number(day.slice(8))}
        <span aria-hidden className="flex gap-1">
          <Mark type="message" isThere={types?.includes('message')} isClosed={isClosed} />
          <Mark type="reflection" isThere={types?.includes('reflection')} isClosed={isClosed} />
        </span>
      </button>
    </td>
  )
}

interface MarkProps {
  type: DailyType
  isThere: boolean | undefined
  /** Nothing can be added, so a missing text isn't marked. */
  isClosed?: boolean
}

/** A circle for the message, a square for the reflection; hollow if it is missing. */
function Mark({ type, isThere, isClosed = false }: MarkProps): ReactElement {
  return (
    <span
      className={cn(
        'size-2 border sm:size-2.5',
        type === 'message' && 'rounded-full',
        isThere ? 'border-primary bg-primary' : 'border-line-strong',
        isClosed && !isThere && 'border-transparent',
      )}
    />
  )
}

function Legend({ isAutomatic }: { isAutomatic: boolean }): ReactElement {
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-quiet">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="flex">
            <Mark type="message" isThere />
          </span>
          Message
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="flex">
            <Mark type="reflection" isThere />
          </span>
          Reflection
        </span>
        <span>Hollow: nothing yet</span>
      </p>
      <p>
        Choose a day to write its content.
        {isAutomatic ? ' Anything still missing on the day is generated automatically.' : ''}
      </p>
    </div>
  )
}
