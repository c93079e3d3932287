import { Hand, PenLine } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { isolated } from '#contract/direction.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { CareCover } from '#web/features/admin/queue/care-cover.tsx'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Claiming, Review } from '#web/features/admin/queue/use-review.ts'
import { cn } from '#web/lib/cn.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ReviewCardProps {
  review: Review
  /** The noun for the entry, such as 'story'. */
  noun: string
  /** Identifies the entry to screen readers, such as its title. */
  name: string
  title: ReactNode
  /** Its state, its author and when it came, beside the button that claims it. */
  facts: ReactNode
  /** Shown above the content, also while that is covered. */
  above?: ReactNode
  /** The decision buttons. They stay in place after a decision, but do nothing. */
  decisions: ReactNode
  /** The content to decide on. Covered while it may be hard to read. */
  children: ReactNode
  /** Whether it ends below its content, as nothing waits for a decision. */
  isShort?: boolean
}

/** The open entry of a queue, with its claim, its text and its decisions. */
export function ReviewCard(props: ReviewCardProps): ReactElement {
  const { review, noun, name, title, facts, above, decisions, children, isShort } = props
  const { status, cover, claiming, canClaim } = review
  return (
    // On a narrow screen it reaches the end of the screen, so the decisions are always in one place.
    <Card
      data-read
      className={cn(
        'flex flex-col gap-4',
        !isShort && 'min-h-[calc(100dvh-13rem)] lg:min-h-[28rem]',
      )}
    >
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 dir="auto" className="min-w-0 grow basis-40 wrap-anywhere">
            {title}
          </h3>
          <ClaimLine canClaim={canClaim} claiming={claiming} name={name} />
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
          {facts}
        </div>
      </header>
      {above}
      {review.hasChanged ? (
        <Notice title={`The author changed this ${noun}`}>
          <p>Read it again before you decide.</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={review.onRead}>
            I’ve read it
          </Button>
        </Notice>
      ) : null}
      <CareCover {...cover} isDecided={status !== undefined} onSkip={review.skip}>
        {children}
      </CareCover>
      <DecisionBar review={review}>{decisions}</DecisionBar>
    </Card>
  )
}

interface DecisionButtonProps {
  review: Review
  label: string
  /** Identifies the entry to screen readers. */
  name?: string
  /** Why it can't be made now, other than that the entry isn't open for decisions. */
  isDisabled?: boolean
  variant?: 'outline'
  /** The key that does the same. */
  shortcut?: string
  onPress: () => void
}

/** One of the decisions. While it can't be made, it keeps the focus and does nothing. */
export function DecisionButton(props: DecisionButtonProps): ReactElement {
  const { review, label, name, variant, shortcut, onPress } = props
  const isDisabled = props.isDisabled || !review.isOpen
  const handlePress = (): void => {
    if (!isDisabled && review.isMeant()) onPress()
  }
  useKeys(shortcut ? { [shortcut.toLowerCase()]: handlePress } : {})
  return (
    <Button
      variant={variant ?? 'default'}
      aria-label={name && `${label}: ${name}`}
      aria-keyshortcuts={shortcut}
      aria-disabled={isDisabled || undefined}
      onClick={handlePress}
    >
      {label}
    </Button>
  )
}

interface DecisionBarProps {
  review: Review
  children: ReactNode
}

/** The decision buttons for an entry, in the same place for every entry. */
function DecisionBar({ review, children }: DecisionBarProps): ReactElement {
  const { status, words, undo } = review
  return (
    <div
      data-bar
      className="sticky bottom-0 z-10 -mx-5 mt-auto -mb-5 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6"
    >
      <div className="flex min-w-0 grow empty:hidden sm:min-h-11 sm:empty:flex flex-wrap items-center gap-x-3">
        {status ? (
          <p
            ref={takeLostFocus}
            tabIndex={-1}
            className={status.phase === 'done' ? 'font-medium text-primary' : 'text-ink-quiet'}
          >
            {status.label}
            {status.phase === 'done' ? '' : '…'}
          </p>
        ) : words === undefined ? null : (
          // It takes no room of its own, so the buttons stay where they are.
          <p
            aria-hidden
            className="pointer-events-none flex min-h-11 items-center text-sm font-medium max-sm:absolute max-sm:inset-x-0 max-sm:bottom-full max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 sm:w-0 sm:grow"
          >
            {words}
          </p>
        )}
        {status?.phase === 'waiting' ? (
          <Button variant="link" onClick={undo}>
            Undo
          </Button>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {words}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">{children}</div>
    </div>
  )
}

interface ClaimLineProps {
  /** Whether it can be claimed now. */
  canClaim: boolean
  claiming: Claiming
  name: string
}

/** Shows who is working on an entry. Renders nothing for one that can't be claimed now. */
function ClaimLine({ canClaim, claiming, name }: ClaimLineProps): ReactElement | null {
  const dates = useDates()
  const { claim } = claiming
  if (claim === null) {
    if (!canClaim) return null
    return (
      <Button
        ref={claiming.wasReleased ? takeLostFocus : undefined}
        variant="outline"
        size="sm"
        aria-label={`Claim: ${name}`}
        aria-keyshortcuts="C"
        busy={claiming.isTaking}
        onClick={claiming.take}
      >
        <Hand aria-hidden size={16} />
        Claim
      </Button>
    )
  }
  return (
    // A row of its own. Release isn't where Claim was: a double click must not do both.
    <div className="flex basis-full flex-wrap items-center gap-x-3">
      <Badge variant={claim.mine ? 'default' : 'gold'}>
        <PenLine aria-hidden size={15} className="shrink-0" />
        {claim.mine ? 'You claimed this' : `${isolated(claim.anonymousUsername)} claimed this`}
        <span className="font-normal"> until {clockTime(new Date(claim.until), dates)}</span>
      </Badge>
      {claim.mine ? (
        <EntryButton
          variant="link"
          label="Release"
          entry={name}
          aria-keyshortcuts="C"
          busy={claiming.isReleasing}
          onClick={claiming.release}
        />
      ) : null}
    </div>
  )
}
