import type { ReactElement } from 'react'

/** The large version of the motif: a sun rises where the paths cross and continue together. */
export function HeroIllustration({ className }: { className?: string }): ReactElement {
  return (
    <svg
      viewBox="0 0 1200 320"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <radialGradient id="dawn" cx="600" cy="176" r="480" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--gold)" stopOpacity="0.4" />
          <stop offset="0.4" stopColor="var(--gold)" stopOpacity="0.12" />
          <stop offset="1" stopColor="var(--gold)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="near" x1="0" y1="176" x2="0" y2="320" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--sand)" />
          <stop offset="1" stopColor="var(--ground)" />
        </linearGradient>
      </defs>
      <rect x="-400" y="-320" width="2000" height="640" fill="url(#dawn)" />
      <g stroke="var(--gold)" strokeWidth="2" strokeLinecap="round">
        <path d="M548 176a52 52 0 0 1 104 0" fill="var(--gold-soft)" />
        <path d="M508 176a92 92 0 0 1 184 0" opacity="0.55" />
        <path d="M464 176a136 136 0 0 1 272 0" opacity="0.28" />
        <path d="M600 104V86M549 125l-13-13M651 125l13-13" />
      </g>
      <path
        d="M-800 190h800c140-26 270-30 420-16 120 11 250 11 380-2 150-14 280-10 400 16h800v132H-800Z"
        fill="url(#near)"
      />
      <path
        d="M-800 190h800c140-26 270-30 420-16 120 11 250 11 380-2 150-14 280-10 400 16h800"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <g stroke="var(--primary)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M-900 306C-200 312 452 300 568 254c66-26 54-56 34-76" />
        <path d="M2100 306C1400 312 748 300 632 254c-66-26-54-56-34-76" />
        <path d="M-900 262c900 18 1338 6 1450-34 46-16 58-32 50-50" opacity="0.55" />
        <path d="M2100 262c-900 18-1338 6-1450-34-46-16-58-32-50-50" opacity="0.55" />
        <path d="M-900 214c900 28 1300 18 1500-36" opacity="0.28" />
        <path d="M2100 214c-900 28-1300 18-1500-36" opacity="0.28" />
      </g>
    </svg>
  )
}
