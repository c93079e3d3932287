import { Copy } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface CopyFieldProps {
  label: string
  value: string
  className?: string
}

/** A text with a copy button. If the browser refuses to copy, the text is selected instead. */
export function CopyField({ label, value, className }: CopyFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      notifySuccess(`${label} copied`)
    } catch {
      input.current?.focus()
      input.current?.select()
    }
  }
  return (
    <Field label={label} hideLabel className={className ?? ''}>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={input}
          readOnly
          value={value}
          onFocus={({ target }) => target.select()}
          className={cn('min-w-0 grow basis-60 font-mono text-sm')}
        />
        <Button variant="outline" onClick={() => void handleCopy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
      </div>
    </Field>
  )
}
