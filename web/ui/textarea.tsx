import type { ComponentProps, InputEvent, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Counted } from '#web/ui/counted.tsx'
import { useFieldControl } from '#web/ui/field.tsx'
import { controlClasses } from '#web/ui/input.tsx'

interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'maxLength'> {
  /** In CSS pixels. The box grows with its text. */
  minHeight?: number
  /** The maximum number of characters. Shows how many are left; longer text is not cut off. */
  limit?: number
}

/** Grows with its text, and shows how many characters are left near its limit. */
export function Textarea({ limit, ...props }: TextareaProps): ReactElement {
  if (limit === undefined) return <GrowingBox {...props} />
  return (
    <Counted limit={limit}>
      {(isTooLong) => <GrowingBox {...props} {...(isTooLong && { 'aria-invalid': true })} />}
    </Counted>
  )
}

function GrowingBox(props: Omit<TextareaProps, 'limit'>): ReactElement {
  const { minHeight = 100, className, style, onInput, ...rest } = props
  const handleInput = (event: InputEvent<HTMLTextAreaElement>): void => {
    growWithText(event.currentTarget)
    onInput?.(event)
  }
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      className={cn(controlClasses, 'field-sizing-content max-h-[60vh]', className)}
      style={{ minHeight, ...style }}
      onInput={handleInput}
      {...rest}
    />
  )
}

/** For browsers without `field-sizing`. */
function growWithText(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`
}
