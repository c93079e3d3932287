import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { characterCount, isWithinLength } from '#contract/text-length.ts'
import { cn } from '#web/lib/cn.ts'
import { formatNumber } from '#web/lib/dates.ts'

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

const SHOWN_FROM = 0.9

/** What to show near and past a length limit; undefined far from it. `isOver`: too long to send. */
export function charactersLeft(
  text: string,
  max: number,
): { sentence: string; isOver: boolean } | undefined {
  // Each character has at least one UTF-16 unit, so a short text needs no counting.
  if (text.length < max * SHOWN_FROM) return undefined
  const count = characterCount(text.trim())
  const left = max - count
  const isOver = !isWithinLength(text.trim(), max)
  if (isOver)
    return { sentence: left < 0 ? `${charactersText(-left)} too many` : 'Too long', isOver }
  if (count < max * SHOWN_FROM) return undefined
  return { sentence: `${charactersText(left)} left`, isOver }
}

function charactersText(count: number): string {
  return count === 1 ? '1 character' : `${formatNumber(count, 'en-US')} characters`
}
