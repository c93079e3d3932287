import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { type Trivia, triviaEndpoints } from '#contract/trivia.ts'
import { triviaQuery } from '#web/features/trivia/queries.ts'
import {
  outcomeOf,
  overlayTime,
  REPLACED,
  refusalOf,
  TRIVIA_TIMES,
  type TriviaOutcome,
  wasReplaced,
} from '#web/features/trivia/trivia-outcome.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { celebrate } from '#web/lib/celebrate.ts'
import { toastError } from '#web/ui/toast-store.ts'

interface TriviaAnswerState {
  /** The chosen option; undefined while none is. */
  choice: string | undefined
  choose: (option: string) => void
  submit: () => void
  isSending: boolean
  /** Shown over the card for a moment. */
  overlay: TriviaOutcome | undefined
  /** The answer was given just now: the form stays until its overlay is gone. */
  isSettling: boolean
  /** An answer was sent from here since the question came. */
  hasTold: boolean
  /** Says that another question took the place of the one that was chosen for. */
  notice: string | undefined
}

/** Chooses, sends and tells. What is told is in the query's data, too, where it stays. */
export function useTriviaAnswer(today: DateText, trivia: Trivia): TriviaAnswerState {
  const queryClient = useQueryClient()
  const { queryKey } = triviaQuery(today)
  const [chosen, setChosen] = useState<{ triviaId: number; option: string }>()
  const [notice, setNotice] = useState<string>()
  const clear = useCallback(() => setChosen(undefined), [])
  const telling = useTelling(clear)

  const { mutate, isPending } = useMutation({
    mutationFn: ({ question, answer }: { question: Trivia; answer: string }) =>
      call(triviaEndpoints.answer, { body: { triviaId: question.id, answer } }),
    onSuccess: async (result, { question, answer }) => {
      // A look at the question that began before the answer knows nothing of it.
      await queryClient.cancelQueries({ queryKey })
      const { id: triviaId, triviaQuestion } = question
      queryClient.setQueryData(
        queryKey,
        (old) => old && { ...old, answered: { triviaId, triviaQuestion, answer, ...result } },
      )
      telling.tell(outcomeOf(result))
      // Without its confetti the answer is right as well.
      if (result.isCorrect) celebrate().catch(() => undefined)
    },
    onError: (error) => {
      const refusal = refusalOf(error)
      if (refusal === 'already') telling.tell({ kind: 'already' })
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
    submit: () => choice !== undefined && mutate({ question: trivia, answer: choice }),
    isSending: isPending,
    overlay: telling.overlay,
    isSettling: telling.isSettling,
    hasTold: telling.hasTold,
    notice: notice ?? (wasReplaced(chosen, trivia) ? REPLACED : undefined),
  }
}

interface Telling {
  tell: (outcome: TriviaOutcome) => void
  overlay: TriviaOutcome | undefined
  isSettling: boolean
  hasTold: boolean
}

/** The clockwork of an overlay, and of the selection behind it. `onClear` must stay the same. */
function useTelling(onClear: () => void): Telling {
  const [told, setTold] = useState<TriviaOutcome>()
  const [isOver, setIsOver] = useState(false)
  const [hasTold, setHasTold] = useState(false)
  useEffect(() => {
    if (!told) return undefined
    const overlayMs = overlayTime(told)
    const timers = [
      setTimeout(() => setIsOver(true), overlayMs),
      setTimeout(() => onClear(), TRIVIA_TIMES.clearing),
      setTimeout(() => setTold(undefined), Math.max(overlayMs, TRIVIA_TIMES.clearing)),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [told, onClear])
  return {
    tell: (outcome) => {
      setIsOver(false)
      setHasTold(true)
      setTold(outcome)
    },
    overlay: isOver ? undefined : told,
    isSettling: told !== undefined,
    hasTold,
  }
}
