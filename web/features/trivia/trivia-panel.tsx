import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { Trivia } from '#contract/trivia.ts'
import { triviaKey, triviaQuery } from '#web/features/trivia/queries.ts'
import { TriviaAnswered } from '#web/features/trivia/trivia-answered.tsx'
import { TriviaForm } from '#web/features/trivia/trivia-form.tsx'
import { TriviaOverlay } from '#web/features/trivia/trivia-overlay.tsx'
import { useTriviaAnswer } from '#web/features/trivia/use-trivia-answer.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useCommunityToday } from '#web/lib/use-community-today.ts'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One question a day for everyone. It changes at 3 AM in the community's time zone. */
export function TriviaPanel(): ReactElement {
  const today = useCommunityToday()
  return (
    <Card aria-labelledby="trivia-title" className="relative min-w-0 overflow-hidden">
      <CardHeader>
        <CardTitle asLevel={3} id="trivia-title">
          Daily Success Trivia Challenge
        </CardTitle>
      </CardHeader>
      {today ? <TriviaOfDay key={today} today={today} /> : <LoadingTrivia />}
    </Card>
  )
}

function TriviaOfDay({ today }: { today: DateText }): ReactElement {
  useRefreshOn('daily', triviaKey)
  const { data, error, isFetching, refetch } = useQuery(triviaQuery(today))
  if (data) return <TriviaOf today={today} trivia={data} />
  if (!error) return <LoadingTrivia />
  return (
    <ErrorState
      message="Failed to load trivia. Please try again later."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

function TriviaOf({ today, trivia }: { today: DateText; trivia: Trivia }): ReactElement {
  const state = useTriviaAnswer(today, trivia)
  return (
    <>
      {trivia.answered && !state.isSettling ? (
        <TriviaAnswered answered={trivia.answered} takesFocus={state.hasAnswered} />
      ) : (
        <TriviaForm trivia={trivia} state={state} />
      )}
      <TriviaOverlay outcome={state.overlay} />
    </>
  )
}

function LoadingTrivia(): ReactElement {
  return (
    <div role="status" aria-label="Loading today's question" className="flex flex-col gap-3">
      <Skeleton className="mb-1 h-14" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
      <Skeleton className="mt-2 h-11 w-32" />
    </div>
  )
}
