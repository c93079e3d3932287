import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { charactersLeft } from '#web/lib/characters-left.ts'
import { cn } from '#web/lib/cn.ts'

interface CountedProps {
  /** In user-perceived characters. Longer text is not cut off. */
  limit: number
  /** Renders the text control. Mark it as invalid if its text is too long. */
  children: (isTooLong: boolean) => ReactNode
}

/** A text control that shows how many characters are left when its text is near the limit. */
export function Counted({ limit, children }: CountedProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const [counted, setCounted] = useState<ReturnType<typeof charactersLeft>>()
  const count = (): void => {
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea',
    )
    const next = charactersLeft(control?.value ?? '', limit)
    setCounted((before) => (before?.sentence === next?.sentence ? before : next))
  }
  // After every render, because there is no input event when the form library sets the value.
  useLayoutEffect(count)
  const isOver = counted?.isOver ?? false
  return (
    <div ref={box} className="flex flex-col gap-1" onInput={count}>
      {children(isOver)}
      <p
        aria-live="polite"
        className={cn(
          'self-end text-sm empty:hidden',
          isOver ? 'font-medium text-destructive' : 'text-ink-quiet',
        )}
      >
        {counted?.sentence}
      </p>
    </div>
  )
}
