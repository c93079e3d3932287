import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonalAction, SystemAction } from '#contract/actions.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { tellOtherTabs } from '#web/features/actions/other-tabs.ts'
import {
  type ActionDay,
  invalidateActions,
  personalActionsQuery,
  stampOf,
  systemActionsQuery,
  weekQuery,
} from '#web/features/actions/queries.ts'
import { withTick } from '#web/features/actions/week.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { sendOrKeep } from '#web/lib/outbox.ts'
import { useToday } from '#web/lib/use-today.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

const TICKS_KEY = ['action-ticks']
const KEPT = 'It’s saved on this device and will be sent as soon as possible.'

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
  send: (completed: boolean) => Promise<{ answer: A } | 'kept'>
  /** The title of the toast after ticking or unticking; null for no toast. */
  done: (completed: boolean) => string | null
  failed: (completed: boolean) => string
}

/** Ticks or unticks a fixed action. */
export function useSystemTick(
  day: ActionDay,
  { actionType, completed: isSaved }: SystemAction,
): TickBox {
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
      const options = { memberId, key: id, waitsForSignIn: true }
      return completed
        ? sendOrKeep(actionCalls.completeSystem, { body: { ...stamp, actionType } }, options)
        : sendOrKeep(
            actionCalls.uncompleteSystem,
            { params: { actionType }, query: stamp },
            options,
          )
    },
    done: (completed) => (completed ? 'Daily action completed!' : null),
    failed: (completed) => (completed ? 'Failed to complete action' : 'Failed to update action'),
  })
}

/** Ticks or unticks one of the member's own actions. */
export function usePersonalTick(
  day: ActionDay,
  { id, completed: isSaved }: PersonalAction,
): TickBox {
  const memberId = useMember().id
  const key = `personal:${day.date}:${id}`
  return useTick<PersonalAction>({
    day,
    id: key,
    isSaved,
    listKey: personalActionsQuery(day).queryKey,
    isSame: (action) => action.id === id,
    send: (completed) =>
      sendOrKeep(
        actionCalls.changePersonal,
        {
          params: { id },
          body: { ...stampOf(day), madeAt: new Date().toISOString(), completed },
        },
        { memberId, key, waitsForSignIn: true },
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
  const week = weekQuery(useToday(useMember().timeZone))
  const mutationKey = [...TICKS_KEY, tick.id]
  const change = (changed: (action: A) => A): void => {
    queryClient.setQueryData<A[]>(tick.listKey, (list) =>
      list?.map((action) => (tick.isSame(action) ? changed(action) : action)),
    )
  }
  const show = (completed: boolean): void => {
    const shown = queryClient.getQueryData<A[]>(tick.listKey)?.find(tick.isSame)
    if (!shown || shown.completed === completed) return
    change((action) => ({ ...action, completed }))
    queryClient.setQueryData(
      week.queryKey,
      (old) => old && withTick(old, tick.day.date, completed ? 1 : -1),
    )
  }
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
        toast({ title, description: delivery === 'kept' ? KEPT : undefined, about: tick.id })
      }
      if (delivery === 'kept') {
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
