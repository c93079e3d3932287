import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { ACTION_LIMITS } from '#contract/actions.ts'
import { logicalDate } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ActionForm } from '#web/features/actions/action-form.tsx'
import { useOtherTabs } from '#web/features/actions/other-tabs.ts'
import { PersonalActionList } from '#web/features/actions/personal-action-list.tsx'
import {
  type ActionDay,
  personalActionsQuery,
  todayOf,
  weekQuery,
} from '#web/features/actions/queries.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** Reads the member's actions of today. */
export async function loadDailyActions({ client, user, now }: MemberLoad): Promise<void> {
  const day = todayOf(logicalDate(now, user.timeZone))
  await Promise.all([
    prefetch(client, weekQuery(day.date)),
    prefetch(client, personalActionsQuery(day)),
  ])
}

/** My Daily Actions (member document, section 2). */
export function DailyActionsPage(): ReactElement {
  const day = todayOf(useToday(useMember().timeZone))
  // Refreshes the lists when the server switches to the new day later than this device.
  useQuery(weekQuery(day.date))
  useOtherTabs()
  const formBox = useRef<HTMLDivElement>(null)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <header className="flex flex-col items-start gap-2">
        <Button asChild variant="link">
          <Link to="/dashboard">
            <ArrowLeft aria-hidden size={18} />
            Back to Dashboard
          </Link>
        </Button>
        <h1>My Daily Actions</h1>
        <p className="text-ink-quiet">
          You’ll find them on your daily page each morning. Every day starts fresh at 3 AM.
        </p>
      </header>
      <Card aria-labelledby="add-action">
        <CardHeader>
          <CardTitle id="add-action">Add an action</CardTitle>
        </CardHeader>
        <div ref={formBox}>
          <ActionForm />
        </div>
      </Card>
      <Card aria-labelledby="my-actions">
        <CardHeader>
          <CardTitle id="my-actions">Today</CardTitle>
          <CountLine day={day} />
        </CardHeader>
        <PersonalActionList
          key={day.date}
          day={day}
          onAdd={() => formBox.current?.querySelector('input')?.focus()}
        />
      </Card>
    </div>
  )
}

/** A note, shown when the list is full. */
function CountLine({ day }: { day: ActionDay }): ReactElement | null {
  const count = useQuery(personalActionsQuery(day)).data?.length ?? 0
  if (count < ACTION_LIMITS.actions) return null
  return (
    <CardDescription>
      Your list is full with {ACTION_LIMITS.actions} actions. Delete one to make room for another.
    </CardDescription>
  )
}
