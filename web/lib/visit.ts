import { createContext, useContext } from 'react'
import type { NeutralName } from '#contract/neutral-names.ts'

/** What the server assumes of the browser that it renders a page for; both render with it first. */
export interface Visit {
  /** A BCP 47 tag, for dates and numbers. */
  locale: string
  /** An IANA time zone. */
  timeZone: string
  /** Milliseconds. */
  now: number
  /** The neutral name that this device was given, for pages before sign-in. */
  neutralName: NeutralName | null
}

export const VisitContext = createContext<Visit | undefined>(undefined)

export function useVisit(): Visit {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('useVisit needs a VisitContext.')
  return visit
}
