import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { WeekSummary } from '#web/features/actions/week-summary.tsx'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** The week of daily actions, with a link to today's. */
export function WeekCard(): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <Card aria-labelledby="week-title" className="flex flex-col">
      <CardHeader>
        <CardTitle id="week-title">Your week</CardTitle>
      </CardHeader>
      <WeekSummary today={today} />
      <Button asChild variant="outline" className="mt-5 self-start">
        <Link to="/flow" search={{ tab: 'faith' }}>
          Check off an action
        </Link>
      </Button>
    </Card>
  )
}
