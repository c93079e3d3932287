import type { ReactElement } from 'react'

interface PathsMotifProps {
  className?: string
}

/** A drawing of crossing paths with the sun above them. Decoration only. */
export function PathsMotif({ className }: PathsMotifProps): ReactElement {
  return (
    <svg viewBox="0 0 160 80" fill="none" aria-hidden="true" className={className}>
      <g stroke="var(--gold)" strokeWidth="1.75" strokeLinecap="round">
        <path d="M66 34a14 14 0 0 1 28 0" />
        <path d="M80 12V6M62.3 19.3 58 15M97.7 19.3 102 15M55 34h-6M111 34h-6" />
      </g>
      <g stroke="var(--primary)" strokeWidth="2" strokeLinecap="round">
        <path d="M4 72C44 72 58 44 80 44s36 12 76 4" />
        <path d="M4 48c34-6 54-4 76 8s40 16 76 16" />
      </g>
    </svg>
  )
}

/** The motif as a small square mark. */
export function PathsMark({ className }: PathsMotifProps): ReactElement {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path
        d="M11 12.5a5 5 0 0 1 10 0M16 4.5v-2M9.6 7.1 8.2 5.7M22.4 7.1l1.4-1.4"
        stroke="var(--gold)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M3 28c9 0 10-11 26-11M3 17c16 0 17 11 26 11"
        stroke="var(--primary)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
