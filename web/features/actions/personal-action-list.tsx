import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { PersonalAction } from '#contract/actions.ts'
import { PersonalCheckbox } from '#web/features/actions/checklist.tsx'
import { type ActionDay, personalActionsQuery } from '#web/features/actions/queries.ts'
import { useRemoveAction } from '#web/features/actions/use-personal-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

interface PersonalActionListProps {
  day: ActionDay
  /** Called from the empty list, to go to the form. */
  onAdd: () => void
}

/** The member's own actions, to tick for today and to delete. */
export function PersonalActionList({ day, onAdd }: PersonalActionListProps): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(personalActionsQuery(day))
  if (!data) {
    return (
      <QuerySkeletons
        query={{ error, isFetching, refetch }}
        label="Loading your actions"
        rows={['h-9 w-2/3', 'h-9 w-1/2', 'h-9 w-3/4']}
        className="flex flex-col gap-3"
      />
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState message="You haven’t added any actions yet.">
        <Button variant="outline" onClick={onAdd}>
          Write your first action
        </Button>
      </EmptyState>
    )
  }
  return (
    <ul aria-label="My actions" className="-my-2 divide-y divide-line">
      {data.map((action) => (
        <Row key={action.id} day={day} action={action} />
      ))}
    </ul>
  )
}

function Row({ day, action }: { day: ActionDay; action: PersonalAction }): ReactElement {
  const remove = useRemoveAction()
  return (
    <li ref={keepFocusNearby} className="flex items-center gap-2">
      <PersonalCheckbox day={day} action={action} />
      {action.id < 0 ? (
        <span className="shrink-0 text-sm text-ink-quiet">not sent yet</span>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          busy={remove.isPending}
          aria-label={`Delete: ${action.actionContent}`}
          onClick={() => remove.mutate(action)}
        >
          <Trash2 aria-hidden size={20} />
        </Button>
      )}
    </li>
  )
}

/** A ref for rows. When a row with the focus is removed, its neighbor's button takes the focus. */
function keepFocusNearby(row: HTMLLIElement | null): (() => void) | undefined {
  if (!row) return undefined
  return () => {
    if (!row.contains(document.activeElement)) return
    const neighbor = row.nextElementSibling ?? row.previousElementSibling
    setTimeout(() => {
      const next = neighbor?.querySelector('button') ?? document.querySelector('main form input')
      if (!row.isConnected && next instanceof HTMLElement) next.focus()
    })
  }
}
