import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { Trivia, TriviaResult } from '#contract/trivia.ts'
import { triviaQuery } from '#web/features/trivia/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { celebrate } from '#web/lib/celebrate.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { toastError } from '#web/ui/toast-store.ts'

/** The server's sentence for a second answer on the same day (member document, section 4). */
export const ALREADY_ANSWERED = 'You already submitted an answer for today!'

/**
 * Shown when the question was replaced after an option was chosen; the same sentence as the
 * server's.
 */
const REPLACED = 'This question was replaced. Here is the new one.'

/** Times after an answer, in milliseconds (member document, section 9). */
const TRIVIA_TIMES = { overlay: 2000, alreadyOverlay: 3000, clearing: 2200 } as const

/** The content of the overlay after an answer was sent. */
export type TriviaOutcome =
  | { kind: 'right' }
  | { kind: 'wrong'; correctAnswer: string }
  | { kind: 'already' }

export function outcomeOf({ isCorrect, correctAnswer }: TriviaResult): TriviaOutcome {
  return isCorrect ? { kind: 'right' } : { kind: 'wrong', correctAnswer }
}

export function overlayTime({ kind }: TriviaOutcome): number {
  return kind === 'already' ? TRIVIA_TIMES.alreadyOverlay : TRIVIA_TIMES.overlay
}

/** Whether the question that an option was chosen for has been replaced. */
export function wasReplaced(
  chosen: { triviaId: number } | undefined,
  { id, answered }: Pick<Trivia, 'id' | 'answered'>,
): boolean {
  return chosen !== undefined && chosen.triviaId !== id && answered === null
}

/** Why an answer was refused: already answered, question replaced, or any other reason. */
export function refusalOf(error: unknown): 'already' | 'replaced' | 'other' {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return 'other'
  return error.sentence === ALREADY_ANSWERED ? 'already' : 'replaced'
}

interface TriviaAnswerState {
  /** The chosen option, if any. */
  choice: string | undefined
  choose: (option: string) => void
  submit: () => void
  isSending: boolean
  /** Shown over the card for a moment. */
  overlay: TriviaOutcome | undefined
  /** Whether an answer was just given; the form stays until its overlay disappears. */
  isSettling: boolean
  /** Whether an answer was sent from this page. */
  hasAnswered: boolean
  /** A notice that the question was replaced after an option was chosen. */
  notice: string | undefined
}

/**
 * Handles choosing and sending an answer and showing the outcome. The outcome is also stored in the
 * query's data.
 */
export function useTriviaAnswer(today: DateText, trivia: Trivia): TriviaAnswerState {
  const queryClient = useQueryClient()
  const { queryKey } = triviaQuery(today)
  const [chosen, setChosen] = useState<{ triviaId: number; option: string }>()
  const [notice, setNotice] = useState<string>()
  const clear = useCallback(() => setChosen(undefined), [])
  const display = useOutcomeDisplay(clear)

  const { mutate, isPending } = useSending({
    mutationFn: ({ question, answer }: { question: Trivia; answer: string }) =>
      call(triviaCalls.answer, { body: { triviaId: question.id, answer } }),
    onSuccess: async (result, { question, answer }) => {
      // A fetch that started before the answer doesn't include it.
      await queryClient.cancelQueries({ queryKey })
      const { id: triviaId, triviaQuestion } = question
      queryClient.setQueryData(
        queryKey,
        (old) => old && { ...old, answered: { triviaId, triviaQuestion, answer, ...result } },
      )
      display.show(outcomeOf(result))
      // The confetti is optional, so a failure to load it is ignored.
      if (result.isCorrect) celebrate().catch(() => undefined)
    },
    onError: (error) => {
      const refusal = refusalOf(error)
      if (refusal === 'already') display.show({ kind: 'already' })
      if (refusal === 'replaced') setNotice(sentenceOf(error))
      if (refusal !== 'other') void queryClient.invalidateQueries({ queryKey })
      else toastError('Error', error)
    },
  })

  const choice = chosen?.triviaId === trivia.id ? chosen.option : undefined
  return {
    choice,
    choose: (option) => {
      setChosen({ triviaId: trivia.id, option })
      setNotice(undefined)
    },
    submit: () => {
      if (choice !== undefined) mutate({ question: trivia, answer: choice })
    },
    isSending: isPending,
    overlay: display.overlay,
    isSettling: display.isSettling,
    hasAnswered: display.hasAnswered,
    notice: notice ?? (wasReplaced(chosen, trivia) ? REPLACED : undefined),
  }
}

interface OutcomeDisplay {
  show: (outcome: TriviaOutcome) => void
  overlay: TriviaOutcome | undefined
  isSettling: boolean
  hasAnswered: boolean
}

/** The timers of the overlay and of clearing the selection behind it. `onClear` must be stable. */
function useOutcomeDisplay(onClear: () => void): OutcomeDisplay {
  const [outcome, setOutcome] = useState<TriviaOutcome>()
  const [isOver, setIsOver] = useState(false)
  const [hasAnswered, setHasAnswered] = useState(false)
  useEffect(() => {
    if (!outcome) return undefined
    const overlayMs = overlayTime(outcome)
    const timers = [
      setTimeout(() => setIsOver(true), overlayMs),
      setTimeout(() => onClear(), TRIVIA_TIMES.clearing),
      setTimeout(() => setOutcome(undefined), Math.max(overlayMs, TRIVIA_TIMES.clearing)),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [outcome, onClear])
  return {
    show: (next) => {
      setIsOver(false)
      setHasAnswered(true)
      setOutcome(next)
    },
    overlay: isOver ? undefined : outcome,
    isSettling: outcome !== undefined,
    hasAnswered,
  }
}
