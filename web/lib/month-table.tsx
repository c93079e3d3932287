import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactElement, type ReactNode } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import {
  addMonths,
  firstWeekdayOf,
  type MonthText,
  monthWeeks,
  weekdayNames,
} from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'

interface MonthStepsProps {
  month: MonthText
  /** The last month that can be shown. */
  last: MonthText
  onStep: (month: MonthText) => void
  /** Shown between the buttons. */
  children?: ReactNode
}

/** The buttons for the previous and the next month. */
export function MonthSteps({ month, last, onStep, children }: MonthStepsProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Previous month"
        onClick={() => onStep(addMonths(month, -1))}
      >
        <ChevronLeft aria-hidden size={20} />
      </Button>
      {children}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Next month"
        disabled={month >= last}
        onClick={() => onStep(addMonths(month, 1))}
      >
        <ChevronRight aria-hidden size={20} />
      </Button>
    </div>
  )
}

interface MonthTableProps extends ComponentProps<'table'> {
  month: MonthText
  /** The text size of the weekdays. */
  headClassName: string
  /** The table cell of a day. */
  cell: (day: DateText) => ReactElement
}

/** A month with a row for each week, below the weekdays. Its children stand above them. */
export function MonthTable(props: MonthTableProps): ReactElement {
  const { month, headClassName, cell, className, children, ...rest } = props
  const { locale } = useDates()
  const firstWeekday = firstWeekdayOf(locale)
  return (
    <table className={cn('w-full table-fixed', className)} {...rest}>
      {children}
      <thead>
        <tr>
          {weekdayNames(firstWeekday, locale).map(({ full, short }) => (
            <th
              key={full}
              scope="col"
              className={cn('pb-1 font-medium text-ink-quiet', headClassName)}
            >
              <abbr title={full} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month, firstWeekday).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week are never reordered
              <Fragment key={column}>{day === null ? <td /> : cell(day)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
