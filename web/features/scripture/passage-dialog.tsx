import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactElement, useEffect, useRef, useState } from 'react'
import type { ScripturePassage } from '#contract/scripture.ts'
import type { FoundReference } from '#contract/scripture-reference.ts'
import {
  chaptersOf,
  isReferred,
  leftOut,
  type ReferredChapter,
  withContext,
} from '#web/features/scripture/chapters.ts'
import { chapterQuery } from '#web/features/scripture/queries.ts'
import { ApiError, isOffline, sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface PassageDialogProps {
  reference: FoundReference
  isOpen: boolean
  onClose: () => void
}

/** A bottom sheet on a phone, so that the referring text stays in view. */
const sheetClasses =
  'max-sm:top-auto max-sm:bottom-0 max-sm:left-0 max-sm:max-h-[85dvh] max-sm:w-full max-sm:max-w-none max-sm:translate-0 max-sm:rounded-b-none'

/** A passage within its chapter. A passage of several chapters is shown one chapter at a time. */
export function PassageDialog({ reference, isOpen, onClose }: PassageDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Chapters reference={reference} />
    </Dialog>
  )
}

function Chapters({ reference }: { reference: FoundReference }): ReactElement | null {
  const chapters = chaptersOf(reference.passages)
  const [index, setIndex] = useState(0)
  const referred = chapters[index]
  if (!referred) return null
  const next = chapters[index + 1] ?? chapters[0]
  return (
    <DialogContent
      title={referred.title}
      description="World English Bible"
      className={cn('max-w-xl', sheetClasses)}
    >
      <Chapter key={index} referred={referred} />
      {reference.passages.some(({ isRenumbered }) => isRenumbered) ? (
        <p className="mt-3 text-ink-quiet">
          This translation numbers verses of {reference.text} differently.
        </p>
      ) : null}
      {chapters.length > 1 && next ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-4"
          onClick={() => setIndex((index + 1) % chapters.length)}
        >
          {index + 1 < chapters.length ? 'Next:' : 'Back to'} {next.title}
        </Button>
      ) : null}
    </DialogContent>
  )
}

function Chapter({ referred }: { referred: ReferredChapter }): ReactElement {
  const passage = useQuery(chapterQuery(referred.chapter))
  if (passage.data) return <Verses verses={passage.data.verses} referred={referred} />
  if (!passage.error) return <LoadingVerses />
  const { error } = passage
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <ErrorState
      message={
        isOffline(error)
          ? 'This passage isn’t saved on this device. You can open it when you’re back online.'
          : sentenceOf(error)
      }
      isRetrying={passage.isFetching}
      {...(!isMissing && { onRetry: () => void passage.refetch() })}
    />
  )
}

interface VersesProps {
  verses: ScripturePassage['verses']
  referred: ReferredChapter
}

function Verses({ verses, referred: { ranges } }: VersesProps): ReactElement {
  const [isWhole, setIsWhole] = useState(false)
  const first = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWhole) first.current?.scrollIntoView({ block: 'center' })
  }, [isWhole])
  const { from, to } = withContext(ranges)
  const shown = isWhole ? verses : verses.filter(({ number }) => number >= from && number <= to)
  const missing = leftOut(
    verses.map(({ number }) => number),
    ranges,
  )
  const isAllReferred = verses.every(({ number }) => isReferred(number, ranges))
  const firstReferred = shown.find(({ number }) => isReferred(number, ranges))
  return (
    <>
      <section
        aria-label="Verses"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard, so that the close button stays in view
        tabIndex={0}
        className="-mx-2 max-h-[55dvh] overflow-y-auto rounded-lg px-2"
      >
        <p className="max-w-prose font-serif text-lg leading-relaxed">
          {shown.map(({ number, text }) => {
            const isMeant = isReferred(number, ranges)
            const Verse = isMeant && !isAllReferred ? 'mark' : 'span'
            return (
              <Fragment key={number}>
                <Verse
                  ref={number === firstReferred?.number ? first : undefined}
                  className={cn(
                    isMeant ? 'text-ink' : 'text-ink-quiet',
                    isMeant && !isAllReferred && 'rounded-xs bg-primary-soft box-decoration-clone',
                  )}
                >
                  <sup className="mr-0.5 font-sans text-[0.6875rem] text-ink-quiet">{number}</sup>
                  {text}
                </Verse>{' '}
              </Fragment>
            )
          })}
        </p>
      </section>
      {missing.length > 0 ? (
        <p className="mt-3 text-ink-quiet">
          This translation leaves out verse{missing.length > 1 ? 's' : ''} {missing.join(', ')}.
        </p>
      ) : null}
      {shown.length < verses.length ? (
        <Button variant="outline" size="sm" className="mt-4 mr-3" onClick={() => setIsWhole(true)}>
          Show the whole chapter
        </Button>
      ) : null}
    </>
  )
}

function LoadingVerses(): ReactElement {
  return (
    <div role="status" aria-label="Loading the passage" className="flex flex-col gap-2.5 py-1.5">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-7/12'].map((width, line) => (
        <Skeleton key={String(line)} className={cn('h-5', width)} />
      ))}
    </div>
  )
}
