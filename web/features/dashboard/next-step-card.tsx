import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { weekQuery } from '#web/features/actions/queries.ts'
import { Verse } from '#web/features/daily/verse.tsx'
import { type DayStep, nextStep, useDoneSteps } from '#web/features/dashboard/day-steps.ts'
import { JournalLink, MoodLine, MoodStep, useMoodToday } from '#web/features/moods/mood-today.tsx'
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

/** Loaded on demand, because few need it. */
const CrisisPanel = onDemand(() => import('#web/features/care/crisis-panel.tsx'), 'CrisisPanel')

/** Loaded on demand, because the day begins with the mood. */
const LaterStep = onDemand(loadLaterStep, 'LaterStep')

/**
 * The day's next step, done in place: the mood, the verse, an action, somebody to encourage, then the
 * end of the day.
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
  const [shared, setShared] = useState('')
  const isMood = step === 'mood'
  const titleId = isMood ? 'mood-title' : 'step-title'
  return (
    <Card
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col p-4 pb-1.5 sm:p-6 sm:pb-1.5"
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
      {shared === '' ? null : (
        <div className="mb-4">
          <CrisisPanel text={shared} isSent />
        </div>
      )}
      <div className="grow pb-4">
        {step === 'mood' ? (
          <MoodStep {...mood} onShared={setShared} />
        ) : step === 'word' ? (
          <WordStep onDone={() => complete('word')} />
        ) : step ? (
          <LaterStep step={step} today={today} onDone={() => complete(step)} />
        ) : (
          <DayEnd />
        )}
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

function WordStep({ onDone }: { onDone: () => void }): ReactElement {
  return (
    <>
      <Verse />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
        <Button variant="outline" onClick={onDone}>
          I’ve read it
        </Button>
        <Button asChild variant="link">
          <Link to="/flow">Read today’s word</Link>
        </Button>
      </div>
    </>
  )
}

function DayEnd(): ReactElement {
  return (
    <>
      <Verse />
      <p className="pt-4 text-ink-quiet">Everything else can wait until tomorrow.</p>
    </>
  )
}
