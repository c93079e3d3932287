import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PersonalAction } from '#contract/actions.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { tellOtherTabs } from '#web/features/actions/other-tabs.ts'
import { invalidateActions, personalActionsKey } from '#web/features/actions/queries.ts'
import { call } from '#web/lib/api.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { sendOrKeep } from '#web/lib/outbox.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

export interface NewAction {
  actionContent: string
  /** The same for every attempt to add this action. */
  key: string
}

/** Adds an action. The `onSuccess` steps run even if the member has left the page. */
export function useCreateAction() {
  const queryClient = useQueryClient()
  const memberId = useMember().id
  return useMutation({
    mutationFn: (body: NewAction) =>
      sendOrKeep(actionCalls.createPersonal, { body }, { memberId, key: `new:${body.key}` }),
    onSuccess: (delivery, body) => {
      const isKept = delivery === 'kept'
      addToLists(queryClient, isKept ? waitingAction(queryClient, body) : delivery.answer)
      toast({
        title: 'Daily action created successfully',
        ...(isKept && { description: 'We’ll send it when you’re back online.' }),
      })
      if (isKept) return
      invalidateActions(queryClient)
      tellOtherTabs()
    },
    onError: (error) => toastError('Failed to create action', error),
  })
}

/** Removes an action. The toast offers to undo this, which adds the action again at the end. */
export function useRemoveAction() {
  const queryClient = useQueryClient()
  const create = useCreateAction()
  return useMutation({
    mutationFn: ({ id }: PersonalAction) => call(actionCalls.removePersonal, { params: { id } }),
    onSuccess: (_, { id, actionContent }) => {
      changeLists(queryClient, (list) => list.filter((action) => action.id !== id))
      const undo = (): void => create.mutate({ actionContent, key: crypto.randomUUID() })
      toast({
        title: 'Action deleted successfully',
        action: { label: 'Undo', onPress: undo },
      })
      invalidateActions(queryClient)
      tellOtherTabs()
    },
    onError: (error) => {
      toastError('Failed to delete action', error)
      invalidateActions(queryClient)
    },
  })
}

/**
 * An action that waits for the network, with a negative placeholder id until the list is refetched.
 */
function waitingAction(queryClient: QueryClient, { actionContent }: NewAction): PersonalAction {
  const lists = queryClient.getQueriesData<PersonalAction[]>({ queryKey: personalActionsKey })
  const lowest = Math.min(0, ...lists.flatMap(([, list]) => list?.map(({ id }) => id) ?? []))
  return { id: lowest - 1, actionContent, completed: false, finishedLater: false }
}

function addToLists(queryClient: QueryClient, added: PersonalAction): void {
  changeLists(queryClient, (list) =>
    list.some(({ id }) => id === added.id) ? list : [...list, added],
  )
}

function changeLists(
  queryClient: QueryClient,
  change: (list: PersonalAction[]) => PersonalAction[],
): void {
  queryClient.setQueriesData<PersonalAction[]>(
    { queryKey: personalActionsKey },
    (list) => list && change(list),
  )
}
