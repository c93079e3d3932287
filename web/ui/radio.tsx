import type { ComponentProps, ReactElement } from 'react'

/** A radio button before its label. */
export function Radio({ children, ...input }: ComponentProps<'input'>): ReactElement {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" className="size-5 shrink-0 accent-primary" {...input} />
      {children}
    </label>
  )
}
