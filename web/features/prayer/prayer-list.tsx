import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import type { PrayerRequest } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useCompleteStep } from '#web/features/dashboard/day-steps.ts'
import {
  type PrayerList as ListName,
  markPrayed,
  prayerListQuery,
  prayersKey,
  refreshPrayers,
  requestsOf,
} from '#web/features/prayer/queries.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { MuteDialog, ReportDialog } from '#web/features/stories/dialogs.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { call, urlOf } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { QUEUED_TOAST, sendOrQueue } from '#web/lib/outbox.ts'
import { useSteady } from '#web/lib/steady-order.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const WORDS: Record<ListName, { help: string; empty: string }> = {
  open: {
    help: 'Nobody sees who prayed, only that someone did.',
    empty: 'No prayer requests right now. Yours could be the first.',
  },
  answered: {
    help: 'What members asked for, and how it was answered.',
    empty: 'No answered prayers yet.',
  },
}

/** The prayer requests of members. */
export function PrayerList({ list }: { list: ListName }): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <section aria-labelledby="prayer-list" className="flex flex-col gap-2">
      <h2 id="prayer-list" className="sr-only">
        {list === 'open' ? 'Prayer requests' : 'Answered prayers'}
      </h2>
      <p className="text-sm text-ink-quiet max-sm:order-last">{WORDS[list].help}</p>
      <Requests key={`${list} ${today}`} list={list} today={today} />
    </section>
  )
}

function Requests({ list, today }: { list: ListName; today: string }): ReactElement {
  const query = useInfiniteQuery(prayerListQuery({ list, today }))
  const search = useSearch({ from: '/flow' })
  useRefreshOn('prayers', prayersKey)
  const requests = useSteady(query.data && requestsOf(query.data))
  if (!requests) {
    return (
      <QuerySkeletons
        query={query}
        label="Loading prayer requests"
        rows={['h-44 rounded-xl', 'h-44 rounded-xl', 'h-44 rounded-xl']}
        className={gridClasses}
      />
    )
  }
  return (
    <>
      {requests.length === 0 ? <EmptyState message={WORDS[list].empty} /> : null}
      <ul className={cn(gridClasses, 'empty:hidden')}>
        {requests.map((request) => (
          <li key={request.id}>
            <PrayerCard request={request} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <QueryError query={query} />
      ) : (
        <LoadMore list={query} address={{ pages: query.data?.pages.length ?? 1, search }} />
      )}
    </>
  )
}

const gridClasses = 'grid grid-cols-1 gap-4 md:grid-cols-2'

/** A request in the list, collapsed to one line if its author is muted. */
function PrayerCard({ request }: { request: PrayerRequest }): ReactElement {
  const [isShown, setShown] = useState(false)
  if (!request.isMuted) return <OpenCard request={request} />
  if (isShown) {
    return (
      <FocusOnAppear>
        <OpenCard request={request} />
      </FocusOnAppear>
    )
  }
  return (
    <article className="rounded-xl border border-line px-5 py-2">
      <MutedLine about="prayer request" onShow={() => setShown(true)} />
    </article>
  )
}

function OpenCard({ request }: { request: PrayerRequest }): ReactElement {
  const { anonymousUsername, mine, content, answer, approvedAt, answeredAt } = request
  const textId = useId()
  return (
    <article
      aria-label={`Prayer request by ${anonymousUsername}`}
      className="flex h-full flex-col gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <p dir="auto" id={textId} className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        <ScriptureText text={content} />
      </p>
      {answer ? (
        <div className="border-l-3 border-gold pl-4">
          <p className="text-sm font-medium text-gold-ink">Answered</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            <ScriptureText text={answer} />
          </p>
        </div>
      ) : null}
      <div className="mt-auto flex min-h-11 items-center justify-between gap-3 max-[16rem]:flex-wrap">
        <p className="text-sm text-ink-quiet">
          <bdi>{anonymousUsername}</bdi>
          {mine ? ' (you)' : null} <span className="max-sm:hidden">· </span>
          <RelativeTime date={answeredAt ?? approvedAt} className="max-sm:block" />
        </p>
        <div className="flex shrink-0 items-center">
          {mine || answeredAt ? null : <PrayButton request={request} describedBy={textId} />}
          {mine ? null : <CardMenu request={request} />}
        </div>
      </div>
    </article>
  )
}

interface PrayButtonProps {
  request: PrayerRequest
  /** The id of the request's text. */
  describedBy: string
}

function PrayButton({ request, describedBy }: PrayButtonProps): ReactElement {
  const { isPrayed, press } = usePray(request)
  return (
    <>
      <Button
        variant={isPrayed ? 'secondary' : 'outline'}
        aria-describedby={describedBy}
        aria-pressed={isPrayed}
        // Works once a day. Not disabled afterwards, so that it keeps full contrast.
        className={isPrayed ? 'cursor-default hover:bg-sand' : undefined}
        onClick={press}
      >
        {isPrayed ? <Check aria-hidden size={18} /> : null}
        {isPrayed ? 'Prayed today' : 'I prayed'}
      </Button>
      <span role="status" className="sr-only">
        {isPrayed ? 'Prayed today' : ''}
      </span>
    </>
  )
}

/** More actions on another member's request. */
function CardMenu({ request }: { request: PrayerRequest }): ReactElement {
  const { id, anonymousUsername, canMute, canReport, isMuted } = request
  const isModerator = useMember().rights.includes('stories')
  const [open, setOpen] = useState<'report' | 'mute'>()
  const withdraw = useAction({
    call: () => call(prayerCalls.withdraw, { params: { id } }),
    done: {
      title: 'Back in review',
      description: 'The request isn’t in the list until it’s approved again.',
    },
    failed: 'Failed to put the request back in review',
    refresh: refreshPrayers,
  })
  const close = (): void => setOpen(undefined)
  return (
    <>
      <MoreMenu
        label={`More about the request by ${anonymousUsername}`}
        className="-mr-3 text-ink-quiet"
      >
        {canReport ? (
          <DropdownMenuItem onSelect={() => setOpen('report')}>Report</DropdownMenuItem>
        ) : null}
        {canMute && !isMuted ? (
          <DropdownMenuItem onSelect={() => setOpen('mute')}>Mute</DropdownMenuItem>
        ) : null}
        {isModerator ? (
          <DropdownMenuItem onSelect={() => withdraw.run()}>Put back in review</DropdownMenuItem>
        ) : null}
      </MoreMenu>
      <ReportDialog target={open === 'report' ? { prayerId: id } : null} onClose={close} />
      <MuteDialog
        target={open === 'mute' ? { prayerId: id, anonymousUsername } : null}
        onClose={close}
      />
    </>
  )
}

interface Praying {
  isPrayed: boolean
  press: () => void
}

/** Records that the member has prayed for a request, now or as soon as there is a connection. */
function usePray({ id, isPrayedToday }: PrayerRequest): Praying {
  const { id: memberId, timeZone } = useMember()
  const today = useToday(timeZone)
  const client = useQueryClient()
  const [pressedOn, setPressedOn] = useState<string>()
  const input = { params: { id } }
  const isWaiting = useOutbox().waiting.some(({ url }) => url === urlOf(prayerCalls.pray, input))
  const completeStep = useCompleteStep()
  const isPrayed = isPrayedToday || isWaiting || pressedOn === today
  const { mutate } = useMutation({
    mutationFn: () =>
      sendOrQueue(
        prayerCalls.pray,
        { ...input, body: { madeAt: new Date().toISOString() } },
        { memberId, key: `prayer:${today}:${id}`, title: 'Prayer', waitsForSignIn: true },
      ),
    onMutate: () => setPressedOn(today),
    onSuccess: (delivery) => {
      completeStep('encourage')
      if (delivery === 'queued') toast({ ...QUEUED_TOAST })
      else markPrayed(client, id)
    },
    onError: (error) => {
      setPressedOn(undefined)
      toastError('Failed to save your prayer', error)
    },
  })
  return { isPrayed, press: () => (isPrayed ? undefined : mutate()) }
}
