import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { tillEndpoints } from '#contract/till.ts'
import { sessionQuery } from '#web/features/till/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'

type Action = BodyInput<typeof tillEndpoints.finishSession>['action']

export interface Finish {
  start: (action: Action) => void
  /** What is under way. */
  pending: Action | undefined
  /** It is done, and the browser is on its way back to the site. */
  isLeaving: boolean
  /** Why nothing was paid, after a decline. */
  declined: string | undefined
  /** Why nothing could be done. */
  failure: string | undefined
}

interface Telling {
  pending?: Action
  isLeaving?: boolean
  declined?: string
  failure?: string
}

/** Plays what a buyer does, once at a time, and leads them back afterwards. */
export function useFinish(session: string): Finish {
  const client = useQueryClient()
  const [telling, setTelling] = useState<Telling>({})
  const isUnderWay = useRef(false)
  useEffect(() => {
    // Back from the site by the browser's memory: the checkout may have been paid since.
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      isUnderWay.current = false
      setTelling({})
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [client, session])

  const play = async (action: Action): Promise<void> => {
    try {
      const { declined, ...state } = await call(tillEndpoints.finishSession, {
        params: { session },
        body: { action },
      })
      client.setQueryData(sessionQuery(session).queryKey, state)
      isUnderWay.current = state.returnUrl !== null
      setTelling({
        isLeaving: state.returnUrl !== null,
        ...(declined !== null && { declined }),
      })
      if (state.returnUrl !== null) window.location.assign(state.returnUrl)
    } catch (error) {
      isUnderWay.current = false
      setTelling({ failure: sentenceOf(error) })
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
  }
  return {
    start: (action) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setTelling({ pending: action })
      void play(action)
    },
    pending: telling.pending,
    isLeaving: telling.isLeaving ?? false,
    declined: telling.declined,
    failure: telling.failure,
  }
}
