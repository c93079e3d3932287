import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

interface FocusOnAppearProps {
  /** Leaves the focus where it is. */
  isOff?: boolean
  children: ReactNode
}

/** Takes the focus when it appears: for an outcome that may be out of view of what was pressed. */
export function FocusOnAppear({ isOff = false, children }: FocusOnAppearProps): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what it is at first counts
  useEffect(() => {
    if (!isOff) ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-24">
      {children}
    </div>
  )
}
