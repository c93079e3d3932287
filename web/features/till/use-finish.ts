import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import type { tillEndpoints } from '#contract/till.ts'
import { sessionQuery } from '#web/features/till/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'

type Action = BodyInput<typeof tillEndpoints.finishSession>['action']

export interface Finish {
  start: (action: Action) => void
  /** The action in progress. */
  pending: Action | undefined
  /** Whether the action is done and the browser is returning to the site. */
  isLeaving: boolean
  /** Why nothing was paid, after a decline. */
  declined: string | undefined
  /** Why the action failed. */
  failure: string | undefined
}

interface FinishProgress {
  pending?: Action
  isLeaving?: boolean
  declined?: string
  failure?: string
}

/** Performs a buyer's action, one at a time, and returns to the site afterwards. */
export function useFinish(session: string): Finish {
  const client = useQueryClient()
  const [progress, setFinishProgress] = useState<FinishProgress>({})
  const isUnderWay = useRef(false)
  useEffect(() => {
    // Restored from the back/forward cache, so the checkout may have been paid since.
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      isUnderWay.current = false
      setFinishProgress({})
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [client, session])

  const play = async (action: Action): Promise<void> => {
    try {
      const { declined, ...state } = await call(tillCalls.finishSession, {
        params: { session },
        body: { action },
      })
      client.setQueryData(sessionQuery(session).queryKey, state)
      isUnderWay.current = state.returnUrl !== null
      setFinishProgress({
        isLeaving: state.returnUrl !== null,
        ...(declined !== null && { declined }),
      })
      if (state.returnUrl !== null) window.location.assign(state.returnUrl)
    } catch (error) {
      isUnderWay.current = false
      setFinishProgress({ failure: sentenceOf(error) })
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
  }
  return {
    start: (action) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setFinishProgress({ pending: action })
      void play(action)
    },
    pending: progress.pending,
    isLeaving: progress.isLeaving ?? false,
    declined: progress.declined,
    failure: progress.failure,
  }
}
