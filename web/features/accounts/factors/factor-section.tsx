import type { ReactElement, ReactNode } from 'react'

/** One sign-in method, with its heading. */
export function FactorSection(props: {
  title: string
  help: ReactNode
  children: ReactNode
}): ReactElement {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <div>
        <h3 className="text-base font-semibold">{props.title}</h3>
        <p className="text-sm text-ink-quiet">{props.help}</p>
      </div>
      {props.children}
    </section>
  )
}
