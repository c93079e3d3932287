import { Check, EllipsisVertical } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import type { PrayerRequest } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { usePray } from '#web/features/prayer/use-pray.ts'
import { useWithdraw } from '#web/features/prayer/use-withdraw.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const ReportDialog = onDemand(
  async () => (await import('#web/features/stories/report-dialog.tsx')).ReportDialog,
)
const MuteDialog = onDemand(
  async () => (await import('#web/features/stories/mute-dialog.tsx')).MuteDialog,
)

/** A request in the list, collapsed to one line if its author is muted. */
export function PrayerCard({ request }: { request: PrayerRequest }): ReactElement {
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
      className="flex h-full flex-col gap-3 rounded-xl border border-line bg-surface p-5"
    >
      <div className="-mt-2 flex min-h-11 items-center justify-between gap-3">
        <p className="text-sm text-ink-quiet">
          {anonymousUsername}
          {mine ? ' (you)' : null} · <RelativeTime date={answeredAt ?? approvedAt} />
        </p>
        {mine ? null : <CardMenu request={request} />}
      </div>
      <p id={textId} className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        <ScriptureText text={content} />
      </p>
      {answer ? (
        <div className="border-l-3 border-gold pl-4">
          <p className="text-sm font-medium text-gold-ink">Answered</p>
          <p className="wrap-anywhere whitespace-pre-wrap">
            <ScriptureText text={answer} />
          </p>
        </div>
      ) : null}
      {mine || answeredAt ? null : <PrayButton request={request} describedBy={textId} />}
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
    <div className="mt-auto pt-1">
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
    </div>
  )
}

/** More actions on another member's request. */
function CardMenu({ request }: { request: PrayerRequest }): ReactElement {
  const { id, anonymousUsername, canMute, canReport, isMuted } = request
  const isModerator = useMember().rights.includes('stories')
  const [open, setOpen] = useState<'report' | 'mute'>()
  const [wasOpened, setWasOpened] = useState<ReadonlySet<string>>(new Set())
  const withdraw = useWithdraw(id)
  const show = (dialog: 'report' | 'mute'): void => {
    setOpen(dialog)
    setWasOpened(new Set([...wasOpened, dialog]))
  }
  const close = (): void => setOpen(undefined)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More about the request by ${anonymousUsername}`}
            className="-mr-3 text-ink-quiet"
          >
            <EllipsisVertical aria-hidden size={18} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {canReport ? (
            <DropdownMenuItem onSelect={() => show('report')}>Report</DropdownMenuItem>
          ) : null}
          {canMute && !isMuted ? (
            <DropdownMenuItem onSelect={() => show('mute')}>Mute</DropdownMenuItem>
          ) : null}
          {isModerator ? (
            <DropdownMenuItem onSelect={() => withdraw.mutate()}>
              Put back in review
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {wasOpened.has('report') ? (
        <ReportDialog target={open === 'report' ? { prayerId: id } : null} onClose={close} />
      ) : null}
      {wasOpened.has('mute') ? (
        <MuteDialog
          target={open === 'mute' ? { prayerId: id, anonymousUsername } : null}
          onClose={close}
        />
      ) : null}
    </>
  )
}
