import type { ReactElement } from 'react'

export const bannerClasses =
  'border-b border-line bg-gold-soft px-4 py-2.5 text-center text-gold-ink'

/** Shown on every page of a restored site until its operator confirms it. */
export function RestoredNotice({ day }: { day: string }): ReactElement {
  return (
    <p data-restored className={bannerClasses}>
      This site was restored from a backup of {day}. It sends no email and takes no payments yet.
    </p>
  )
}
