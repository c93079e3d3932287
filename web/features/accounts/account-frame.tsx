import type { ReactElement, ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface AccountFrameProps {
  title: string
  intro?: ReactNode
  children: ReactNode
  /** Links to other pages, below the box. */
  footer?: ReactNode
}

/** The narrow page layout around sign-in, registration and similar forms. */
export function AccountFrame({ title, intro, children, footer }: AccountFrameProps): ReactElement {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 sm:py-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <PathsMotif className="w-24" />
        <h1>{title}</h1>
        {intro ? <p className="text-ink-quiet">{intro}</p> : null}
      </header>
      <div className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
        {children}
      </div>
      {footer ? <div className="text-center">{footer}</div> : null}
    </div>
  )
}

/** Shown in place of a form that needs the secret of an emailed link, if it is missing. */
export function OpenAgain(): ReactElement {
  return (
    <Notice variant="error" title="This link is incomplete.">
      <p>Open the link in the email again.</p>
    </Notice>
  )
}
