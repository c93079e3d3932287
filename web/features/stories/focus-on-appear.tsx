import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus when it appears: for an outcome that may stand out of view of what was pressed. */
export function FocusOnAppear({ children }: { children: ReactNode }): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-24">
      {children}
    </div>
  )
}
