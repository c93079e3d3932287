import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ACTION_LIMITS, ActionContent, type PersonalAction } from '#contract/actions.ts'
import { logicalDate } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { PersonalCheckbox } from '#web/features/actions/checklist.tsx'
import {
  type ActionDay,
  invalidateActions,
  personalActionsKey,
  personalActionsQuery,
  tellOtherTabs,
  todayOf,
  useOtherTabs,
  weekQuery,
} from '#web/features/actions/queries.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { call } from '#web/lib/api.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const ActionValues = z.object({ actionContent: ActionContent })

const EMPTY = { actionContent: '' }

const ACTION_DRAFT = {
  schema: z.object({ actionContent: z.string() }),
  isEmpty: ({ actionContent }: { actionContent: string }) => actionContent === '',
  storage: tabStorage,
}

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
  const count = useQuery(personalActionsQuery(day)).data?.length ?? 0
  return (
    <div className="-mt-4 flex flex-col gap-6 sm:-mt-6">
      <header className="flex flex-col items-start gap-1">
        <Button asChild variant="link">
          <Link to="/dashboard">
            <ArrowLeft aria-hidden size={18} />
            Back to Dashboard
          </Link>
        </Button>
        <h1>My Daily Actions</h1>
        <p className="text-ink-quiet">
          You’ll find them under Faith Action. Every day starts fresh at 3 AM.
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SectionCard
          title="Today"
          description={
            count >= ACTION_LIMITS.actions &&
            `Your list is full with ${ACTION_LIMITS.actions} actions. Delete one to make room for another.`
          }
        >
          <PersonalActionList key={day.date} day={day} />
        </SectionCard>
        <SectionCard title="Add an action">
          <ActionForm />
        </SectionCard>
      </div>
    </div>
  )
}

/** Adds an action. Typed text is kept until the action has been added. */
function ActionForm(): ReactElement {
  const memberId = useMember().id
  const create = useCreateAction()
  const [submissionKey] = useState(createSubmissionKey)
  const { form, submit, isSaving } = useServerForm({
    initial: EMPTY,
    values: ActionValues,
    save: ({ actionContent }) =>
      create.mutateAsync({ actionContent, key: submissionKey.of(actionContent) }),
    draft: { ...ACTION_DRAFT, key: `action:${memberId}` },
    onSaved: () => {
      submissionKey.renew()
      form.reset(EMPTY)
    },
  })
  const typed = useWatch({ control: form.control, name: 'actionContent' })
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="New action"
        help="Something small that you would like to do each day."
        error={form.formState.errors.actionContent?.message}
        required
      >
        <Input
          limit={ACTION_LIMITS.content}
          autoComplete="off"
          {...form.register('actionContent')}
        />
      </Field>
      <CrisisPanel text={typed} />
      <Button type="submit" busy={isSaving} className="self-start">
        Add action
      </Button>
    </Form>
  )
}

/** The member's own actions, to tick for today and to delete. */
function PersonalActionList({ day }: { day: ActionDay }): ReactElement {
  const actions = useQuery(personalActionsQuery(day))
  const { data } = actions
  if (!data) {
    return (
      <QuerySkeletons
        query={actions}
        label="Loading your actions"
        rows={['h-9 w-2/3', 'h-9 w-1/2', 'h-9 w-3/4']}
        className="flex flex-col gap-3"
      />
    )
  }
  if (data.length === 0) {
    return (
      <p className="max-w-prose text-ink-quiet">
        You haven’t added any actions yet. Begin with one small, kind thing: call a friend, take a
        walk, read one psalm.
      </p>
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

interface NewAction {
  actionContent: string
  /** The same for every attempt to add this action. */
  key: string
}

/** Adds an action. The `onSuccess` steps run even if the member has left the page. */
function useCreateAction() {
  const queryClient = useQueryClient()
  const memberId = useMember().id
  return useSending({
    mutationFn: (body: NewAction) =>
      sendOrQueue(
        actionCalls.createPersonal,
        { body },
        { memberId, key: `new:${body.key}`, title: 'New action', text: body.actionContent },
      ),
    onSuccess: (delivery, body) => {
      const isQueued = delivery === 'queued'
      addToLists(queryClient, isQueued ? waitingAction(queryClient, body) : delivery.answer)
      toast({
        title: 'Daily action created successfully',
        ...(isQueued && { description: 'We’ll send it when you’re back online.' }),
      })
      if (isQueued) return
      invalidateActions(queryClient)
      tellOtherTabs()
    },
    onError: (error) => toastError('Failed to create action', error),
  })
}

/** Removes an action. The toast offers to undo this, which adds the action again at the end. */
function useRemoveAction() {
  const queryClient = useQueryClient()
  const create = useCreateAction()
  return useSending({
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
