import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { PersonalAction, SystemAction } from '#contract/actions.ts'
import { ACTION_LABELS } from '#web/features/actions/action-labels.ts'
import {
  type ActionDay,
  personalActionsQuery,
  systemActionsQuery,
} from '#web/features/actions/queries.ts'
import { usePersonalTick, useSystemTick } from '#web/features/actions/use-tick.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface ChecklistProps {
  day: ActionDay
  /** Shown instead of personal actions if there are none. */
  whenNoneOwn?: ReactNode
}

/** The five fixed actions and the member's own actions of a day, to tick. */
export function Checklist({ day, whenNoneOwn }: ChecklistProps): ReactElement {
  const system = useQuery(systemActionsQuery(day))
  const personal = useQuery(personalActionsQuery(day))
  if (system.data && personal.data) {
    return (
      <div className="flex flex-col gap-3">
        <ul aria-label="Daily actions" className="divide-y divide-line">
          {system.data.map((action) => (
            <SystemRow key={action.actionType} day={day} action={action} />
          ))}
        </ul>
        {personal.data.length > 0 ? (
          <ul aria-label="My own actions" className="divide-y divide-line border-t border-line">
            {personal.data.map((action) => (
              <PersonalRow key={action.id} day={day} action={action} />
            ))}
          </ul>
        ) : (
          whenNoneOwn
        )}
      </div>
    )
  }
  const error = system.error ?? personal.error
  if (!error) return <LoadingChecklist />
  return (
    <ErrorState
      message={sentenceOf(error)}
      onRetry={() => {
        void system.refetch()
        void personal.refetch()
      }}
      isRetrying={system.isFetching || personal.isFetching}
    />
  )
}

function SystemRow({ day, action }: { day: ActionDay; action: SystemAction }): ReactElement {
  const { isTicked, press } = useSystemTick(day, action)
  const { label, hint, icon: Icon } = ACTION_LABELS[action.actionType]
  return (
    <li className="flex items-center gap-3">
      <Checkbox
        checked={isTicked}
        onChange={(event) => press(event.target.checked)}
        className="min-h-14 grow"
        label={
          <span className="flex items-center gap-3">
            <Icon aria-hidden size={22} className="shrink-0 text-primary" />
            <span>
              <span className="block leading-snug font-medium">{label}</span>
              <span className="block text-sm leading-snug text-ink-quiet">{hint}</span>
            </span>
          </span>
        }
      />
      <LaterMark isShown={action.finishedLater} />
    </li>
  )
}

function PersonalRow({ day, action }: { day: ActionDay; action: PersonalAction }): ReactElement {
  return (
    <li className="flex items-center gap-3">
      <PersonalCheckbox day={day} action={action} />
      <LaterMark isShown={action.finishedLater} />
    </li>
  )
}

/**
 * One of the member's own actions. An action that waits to be sent has no id yet and can't be
 * ticked.
 */
export function PersonalCheckbox(props: { day: ActionDay; action: PersonalAction }): ReactElement {
  const { day, action } = props
  const { isTicked, press } = usePersonalTick(day, action)
  return (
    <Checkbox
      checked={isTicked}
      disabled={action.id < 0}
      onChange={(event) => press(event.target.checked)}
      className="min-h-12 min-w-0 grow py-2"
      label={<span className="wrap-anywhere">{action.actionContent}</span>}
    />
  )
}

function LaterMark({ isShown }: { isShown: boolean }): ReactElement | null {
  return isShown ? (
    <Badge variant="neutral" className="shrink-0">
      finished later
    </Badge>
  ) : null
}

function LoadingChecklist(): ReactElement {
  return (
    <div role="status" aria-label="Loading your actions" className="flex flex-col">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-3">
          <Skeleton className="size-6" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      ))}
    </div>
  )
}
