import { createContext, useContext } from 'react'
import type { NeutralName } from '#contract/neutral-names.ts'
import { deviceNeutralName } from '#web/lib/neutral-name.ts'

/** The server's assumptions about the browser that it renders a page for; both render with it first. */
export interface Visit {
  /** A BCP 47 tag, for dates and numbers. */
  locale: string
  /** An IANA time zone. */
  timeZone: string
  /** Milliseconds. */
  now: number
  /** The site's public address, without a slash at its end. */
  siteUrl: string
  /** The neutral name that this device was given, for pages before sign-in. */
  neutralName: NeutralName | null
  /** Whether the document has no app: it is read, and its links open other documents. */
  isPlain?: boolean
  /** Why the page's form was refused, if a browser without scripts has posted it. */
  refusal?: Refusal | undefined
}

export interface Refusal {
  /** Empty if the fields’ sentences say everything. */
  sentence: string
  /** By the names of the form's fields. */
  fields: Record<string, string>
  /** The posted values, without secrets. */
  values: Record<string, string>
}

/** For a page that this device renders by itself. */
export function deviceVisit(): Visit {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const siteUrl = window.location.origin
  return { locale, timeZone, now: Date.now(), siteUrl, neutralName: deviceNeutralName() }
}

export const VisitContext = createContext<Visit | undefined>(undefined)

export function useVisit(): Visit {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('useVisit needs a VisitContext.')
  return visit
}
