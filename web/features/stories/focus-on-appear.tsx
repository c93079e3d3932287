import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

interface FocusOnAppearProps {
  /** Whether to leave the focus where it is. */
  isOff?: boolean
  children: ReactNode
}

/** Takes the focus when mounted, for a result that may be out of view of the pressed button. */
export function FocusOnAppear({ isOff = false, children }: FocusOnAppearProps): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value counts
  useEffect(() => {
    if (!isOff) ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-24">
      {children}
    </div>
  )
}
