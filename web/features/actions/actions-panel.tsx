import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Checklist } from '#web/features/actions/checklist.tsx'
import { FinishYesterday } from '#web/features/actions/finish-yesterday.tsx'
import { useOtherTabs } from '#web/features/actions/other-tabs.ts'
import { todayOf } from '#web/features/actions/queries.ts'
import { RestDays } from '#web/features/actions/rest-days.tsx'
import { WeekSummary } from '#web/features/actions/week-summary.tsx'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** The Daily Actions checklist on the daily page. Actions can't be deleted here. */
export function ActionsPanel(): ReactElement {
  const today = useToday(useMember().timeZone)
  useOtherTabs()
  return (
    <Card aria-labelledby="actions-title" className="min-w-0">
      <CardHeader>
        <CardTitle asLevel={3} id="actions-title">
          Daily Actions
        </CardTitle>
      </CardHeader>
      <div className="flex flex-col gap-5">
        <WeekSummary today={today} />
        <Checklist
          key={today}
          day={todayOf(today)}
          whenNoneOwn={
            <p className="border-t border-line pt-3 text-ink-quiet">
              You can add your own actions.
            </p>
          }
        />
        <div className="flex flex-wrap items-center gap-x-2">
          <Button asChild variant="outline">
            <Link to="/daily-actions">
              <Plus aria-hidden size={18} />
              My Daily Actions
            </Link>
          </Button>
          <Button asChild variant="link">
            <Link to="/account/$section" params={{ section: 'notifications' }}>
              Daily reminder
            </Link>
          </Button>
        </div>
        <div className="border-t border-line">
          <FinishYesterday key={today} today={today} />
          <RestDays today={today} />
        </div>
      </div>
    </Card>
  )
}
