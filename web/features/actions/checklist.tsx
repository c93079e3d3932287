import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, Droplets, HandHeart, type LucideIcon, Sparkles, Sprout } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { ActionType, PersonalAction, SystemAction } from '#contract/actions.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  type ActionDay,
  invalidateActions,
  personalActionsQuery,
  stampOf,
  systemActionsQuery,
  tellOtherTabs,
  weekQuery,
} from '#web/features/actions/queries.ts'
import { withTick } from '#web/features/actions/week.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const ACTION_LABELS: Record<ActionType, ActionLabel> = {
  hydration: { label: 'Hydration', hint: 'Drink a glass of water', icon: Droplets },
  prayer: { label: 'Prayer', hint: 'Spend a few minutes with God', icon: HandHeart },
  movement: { label: 'Movement', hint: 'Walk, stretch or dance', icon: Activity },
  growth: { label: 'Growth', hint: 'Learn one new thing', icon: Sprout },
  selfcare: { label: 'Self-Care', hint: 'Do something kind for yourself', icon: Sparkles },
}

const TICKS_KEY = ['action-ticks']

const QUEUED = 'It’s saved on this device and will be sent as soon as possible.'

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
    <QueryError
      what="your actions"
      query={{
        error,
        isFetching: system.isFetching || personal.isFetching,
        refetch: () => Promise.all([system.refetch(), personal.refetch()]),
      }}
    />
  )
}

/** The five fixed actions of a day side by side, without the member's own. */
export function SystemActions({ day }: { day: ActionDay }): ReactElement {
  const actions = useQuery(systemActionsQuery(day))
  if (!actions.data) {
    return actions.error ? <QueryError query={actions} /> : <Skeleton className="h-36" />
  }
  return (
    <ul aria-label="Daily actions" className="grid gap-x-4 min-[22rem]:grid-cols-2">
      {actions.data.map((action) => (
        <SystemRow key={action.actionType} day={day} action={action} isNarrow />
      ))}
    </ul>
  )
}

interface SystemRowProps {
  day: ActionDay
  action: SystemAction
  /** Without its hint on a phone. */
  isNarrow?: boolean
}

function SystemRow({ day, action, isNarrow = false }: SystemRowProps): ReactElement {
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
              <span
                className={cn(
                  'block text-sm leading-snug text-ink-quiet',
                  isNarrow && 'max-sm:hidden',
                )}
              >
                {hint}
              </span>
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

interface ActionLabel {
  label: string
  /** An example of what to do today. */
  hint: string
  icon: LucideIcon
}

interface TickBox {
  isTicked: boolean
  press: (completed: boolean) => void
}

interface Tick<A> {
  day: ActionDay
  /** Identifies the action and its day. */
  id: string
  /** Whether it is ticked in the list. */
  isSaved: boolean
  listKey: QueryKey
  isSame: (action: A) => boolean
  send: (completed: boolean) => Promise<{ answer: A } | 'queued'>
  /** The title of the toast after ticking or unticking; null for no toast. */
  done: (completed: boolean) => string | null
  failed: (completed: boolean) => string
}

/** Ticks or unticks a fixed action. */
function useSystemTick(day: ActionDay, { actionType, completed: isSaved }: SystemAction): TickBox {
  const memberId = useMember().id
  const id = `system:${day.date}:${actionType}`
  return useTick<SystemAction>({
    day,
    id,
    isSaved,
    listKey: systemActionsQuery(day).queryKey,
    isSame: (action) => action.actionType === actionType,
    send: (completed) => {
      const stamp = { ...stampOf(day), madeAt: new Date().toISOString() }
      const title = tickTitle(completed)
      const options = { memberId, key: id, title, text: actionType, waitsForSignIn: true }
      return completed
        ? sendOrQueue(actionCalls.completeSystem, { body: { ...stamp, actionType } }, options)
        : sendOrQueue(
            actionCalls.uncompleteSystem,
            { params: { actionType }, query: stamp },
            options,
          )
    },
    done: (completed) => (completed ? 'Daily action completed!' : null),
    failed: (completed) => (completed ? 'Failed to complete action' : 'Failed to update action'),
  })
}

/** The title of a tick in the outbox. */
function tickTitle(completed: boolean): string {
  return completed ? 'Action done' : 'Action, not done after all'
}

/** Ticks or unticks one of the member's own actions. */
function usePersonalTick(day: ActionDay, { id, completed: isSaved }: PersonalAction): TickBox {
  const memberId = useMember().id
  const key = `personal:${day.date}:${id}`
  return useTick<PersonalAction>({
    day,
    id: key,
    isSaved,
    listKey: personalActionsQuery(day).queryKey,
    isSame: (action) => action.id === id,
    send: (completed) =>
      sendOrQueue(
        actionCalls.changePersonal,
        {
          params: { id },
          body: { ...stampOf(day), madeAt: new Date().toISOString(), completed },
        },
        { memberId, key, title: tickTitle(completed), waitsForSignIn: true },
      ),
    done: (completed) => (completed ? 'Action completed!' : 'Action uncompleted'),
    failed: () => 'Failed to update action',
  })
}

/**
 * A press shows immediately in the list and in the week ring, and is undone on failure. Quick
 * presses on one action are sent in order, and only the last response updates the list.
 */
function useTick<A extends { completed: boolean }>(tick: Tick<A>): TickBox {
  // The list updates a moment later, and the checkbox would flip back until then.
  const [pressed, setPressed] = useState<boolean>()
  const queryClient = useQueryClient()
  const mutationKey = [...TICKS_KEY, tick.id]
  const { week, change, show } = useShownTick(tick)
  const isLast = (key: QueryKey): boolean => queryClient.isMutating({ mutationKey: key }) === 1
  const { mutate } = useMutation({
    mutationKey,
    meta: { about: tick.id },
    scope: { id: mutationKey.join() },
    mutationFn: tick.send,
    onMutate: async (completed: boolean) => {
      show(completed)
      await queryClient.cancelQueries({ queryKey: tick.listKey })
      // A first load is not canceled, because nothing else would fetch the week while the call
      // waits.
      await queryClient.cancelQueries({
        queryKey: week.queryKey,
        predicate: ({ state }) => state.data !== undefined,
      })
    },
    onSuccess: (delivery, completed) => {
      const title = tick.done(completed)
      if (title && isLast(mutationKey)) {
        toast({ title, description: delivery === 'queued' ? QUEUED : undefined, about: tick.id })
      }
      if (delivery === 'queued') {
        // The list may have been refetched while the call was being sent.
        if (isLast(mutationKey)) show(completed)
        return
      }
      if (isLast(mutationKey)) change(() => delivery.answer)
      tellOtherTabs()
      if (isLast(TICKS_KEY)) void queryClient.invalidateQueries({ queryKey: week.queryKey })
    },
    onError: (error, completed) => {
      show(!completed)
      toastError(tick.failed(completed), error, tick.id)
      invalidateActions(queryClient)
    },
  })
  return {
    isTicked: pressed ?? tick.isSaved,
    press: (completed) => {
      setPressed(completed)
      mutate(completed, { onSettled: () => setPressed(undefined) })
    },
  }
}

/** Changes an action where the page shows it: in its list and in the week. */
function useShownTick<A extends { completed: boolean }>({ day, listKey, isSame }: Tick<A>) {
  const queryClient = useQueryClient()
  const week = weekQuery(useToday(useMember().timeZone))
  const change = (changed: (action: A) => A): void => {
    queryClient.setQueryData<A[]>(listKey, (list) =>
      list?.map((action) => (isSame(action) ? changed(action) : action)),
    )
  }
  const show = (completed: boolean): void => {
    const shown = queryClient.getQueryData<A[]>(listKey)?.find(isSame)
    if (!shown || shown.completed === completed) return
    change((action) => ({ ...action, completed }))
    queryClient.setQueryData(
      week.queryKey,
      (old) => old && withTick(old, day.date, completed ? 1 : -1),
    )
  }
  return { week, change, show }
}
