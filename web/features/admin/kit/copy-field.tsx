import { Copy } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface CopyFieldProps {
  label: string
  value: string
  /** Shows all lines of a long text. */
  isLong?: boolean
  className?: string
}

/** A text with a copy button. If the browser refuses to copy, the text is selected instead. */
export function CopyField(props: CopyFieldProps): ReactElement {
  const { label, value, isLong = false, className } = props
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const Control = isLong ? Textarea : Input
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: `${label} copied` })
    } catch {
      field.current?.focus()
      field.current?.select()
    }
  }
  return (
    <Field label={label} hideLabel className={className ?? ''}>
      <div className={isLong ? 'flex flex-col items-start gap-4' : 'flex flex-wrap gap-2'}>
        <Control
          ref={field}
          readOnly
          value={value}
          onFocus={() => field.current?.select()}
          className={cn('font-mono text-sm', !isLong && 'min-w-0 grow basis-60')}
        />
        <Button variant="outline" onClick={() => void handleCopy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
      </div>
    </Field>
  )
}
