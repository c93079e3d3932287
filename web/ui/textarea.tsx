import { type ComponentProps, type InputEvent, type ReactElement, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useFieldControl } from '#web/ui/field.tsx'
import { controlClasses } from '#web/ui/input.tsx'

interface TextareaProps extends ComponentProps<'textarea'> {
  /** In CSS pixels. The box grows with the text from here. */
  minHeight?: number
}

const COUNTER_FROM = 0.9

/** Grows with its text, and tells how many characters are left when `maxLength` comes near. */
export function Textarea(props: TextareaProps): ReactElement {
  const { minHeight = 100, className, style, onInput, maxLength, ...rest } = props
  const [typedLength, setTypedLength] = useState(0)
  const length = typeof rest.value === 'string' ? rest.value.length : typedLength
  const handleInput = (event: InputEvent<HTMLTextAreaElement>): void => {
    setTypedLength(event.currentTarget.value.length)
    growWithText(event.currentTarget)
    onInput?.(event)
  }
  return (
    <div className="flex flex-col gap-1">
      <textarea
        {...useFieldControl()}
        className={cn(controlClasses, 'field-sizing-content max-h-[60vh]', className)}
        style={{ minHeight, ...style }}
        maxLength={maxLength}
        onInput={handleInput}
        {...rest}
      />
      <p aria-live="polite" className="self-end text-sm text-ink-quiet empty:hidden">
        {maxLength && length >= maxLength * COUNTER_FROM
          ? charactersLeft(maxLength - length)
          : null}
      </p>
    </div>
  )
}

function charactersLeft(count: number): string {
  return count === 1 ? '1 character left' : `${count} characters left`
}

/** For browsers without `field-sizing`. */
function growWithText(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`
}
