import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { weekQuery } from '#web/features/actions/queries.ts'
import { Verse } from '#web/features/daily/verse.tsx'
import { type DayStep, nextStep, useDoneSteps } from '#web/features/dashboard/day-steps.ts'
import { JournalLink, MoodLine, MoodStep, useMoodToday } from '#web/features/moods/mood-today.tsx'
import { cn } from '#web/lib/cn.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'

const TITLES: Record<DayStep, string> = {
  mood: 'Mood & Gratitude',
  word: 'Today’s verse',
  action: 'One small step',
  encourage: 'Encourage someone',
}

const loadLaterStep = () => import('#web/features/dashboard/later-step.tsx')

/** Loaded on demand, because the day begins with the mood. */
const LaterStep = onDemand(loadLaterStep, 'LaterStep')

/**
 * The day's next step, done in place: the mood, the verse, an action, somebody to encourage, then the
 * end of the day. The card has one size for all of them, so nothing below it moves.
 */
export function NextStepCard(): ReactElement {
  const mood = useMoodToday()
  const { today } = mood
  const week = useQuery(weekQuery(today)).data
  const [done, complete] = useDoneSteps()
  const step = nextStep({
    mood: mood.entry !== undefined || mood.hasLock || done.has('mood'),
    word: done.has('word'),
    action:
      done.has('action') ||
      week?.days.some(({ date, completedCount }) => date === today && completedCount > 0) === true,
    encourage: done.has('encourage'),
  })
  const { titleRef, rememberPress } = useTitleFocus(step)
  const isMood = step === 'mood'
  const titleId = isMood ? 'mood-title' : 'step-title'
  return (
    <Card
      aria-labelledby={titleId}
      className="flex min-h-104 flex-col p-4 pb-1.5 sm:p-6 sm:pb-1.5"
      onClickCapture={rememberPress}
      onPointerEnter={() => void loadLaterStep().catch(() => undefined)}
    >
      <header className="-mt-2 mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <CardTitle id={titleId} ref={titleRef} tabIndex={-1} className="outline-none">
          {step ? TITLES[step] : 'That is all for today'}
        </CardTitle>
        {step ? (
          <Button variant="ghost" size="sm" className="-mr-2" onClick={() => complete(step)}>
            Not now
          </Button>
        ) : null}
      </header>
      <div className="grid grow pb-4">
        {/* A verse can be long: it has its space from the first step to the last. */}
        <div aria-hidden inert className={cn(stepClasses, 'invisible')}>
          <WordStep isPlaceholder onDone={() => undefined} />
        </div>
        <div className={stepClasses}>
          {step === 'mood' ? (
            <MoodStep {...mood} />
          ) : step === 'word' ? (
            <WordStep onDone={() => complete('word')} />
          ) : step ? (
            <LaterStep step={step} today={today} onDone={() => complete(step)} />
          ) : (
            <DayEnd />
          )}
        </div>
      </div>
      {isMood ? (
        <div className={footClasses}>
          <p className="text-ink-quiet">Only you can read this.</p>
          <JournalLink />
        </div>
      ) : (
        <section aria-labelledby="mood-title" className={footClasses}>
          <h2 id="mood-title" className="sr-only">
            {TITLES.mood}
          </h2>
          <MoodLine {...mood} />
          <JournalLink />
        </section>
      )}
    </Card>
  )
}

const stepClasses = 'col-start-1 row-start-1 flex min-w-0 flex-col'

const footClasses = 'flex min-h-11 items-center justify-between gap-3 border-t border-line'

/** Focuses the title of a step that a press in the card has led to: what was pressed is gone. */
function useTitleFocus(step: DayStep | undefined): {
  titleRef: RefObject<HTMLHeadingElement | null>
  rememberPress: () => void
} {
  const titleRef = useRef<HTMLHeadingElement>(null)
  const isPressed = useRef(false)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (isPressed.current) titleRef.current?.focus({ preventScroll: true })
    isPressed.current = false
  }, [step])
  const rememberPress = (): void => {
    isPressed.current = true
  }
  return { titleRef, rememberPress }
}

interface WordStepProps {
  /** Only reserves the space of the step, unseen. */
  isPlaceholder?: boolean
  onDone: () => void
}

function WordStep({ isPlaceholder = false, onDone }: WordStepProps): ReactElement {
  return (
    <>
      <Verse isPlaceholder={isPlaceholder} />
      <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
        <Button onClick={onDone}>I’ve read it</Button>
        <Button asChild variant="link">
          <Link to="/flow">Read today’s word</Link>
        </Button>
      </div>
    </>
  )
}

/** As high as the verse's own step. */
function DayEnd(): ReactElement {
  return (
    <>
      <Verse />
      <p className="mt-auto pt-4 text-ink-quiet">Everything else can wait until tomorrow.</p>
    </>
  )
}
