import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { charactersLeft } from '#web/lib/characters-left.ts'
import { cn } from '#web/lib/cn.ts'

interface CountedProps {
  /** Characters as people count them. Nothing that is typed or pasted is cut off. */
  limit: number
  /** Draws the text control; `isOver` marks it as invalid, `onInput` belongs to it. */
  children: (control: { isOver: boolean; onInput: () => void }) => ReactNode
}

/** A text control with a line that says, near its limit, how many characters are left. */
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
  // At every render: a form that is filled or cleared by its library tells of no input.
  useLayoutEffect(count)
  const isOver = counted?.isOver ?? false
  return (
    <div ref={box} className="flex flex-col gap-1">
      {children({ isOver, onInput: count })}
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
