import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import { cn } from '#web/lib/cn.ts'

interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

/**
 * The attributes that connect a control to the label, help and error of the `Field` around it. Empty
 * outside a `Field`. Spread them first, so that the control's own props override them.
 */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}

/** The id of a control's label, for controls that `for` doesn't work with, such as an editor. */
export function fieldLabelId(controlId: string): string {
  return `${controlId}-label`
}

interface FieldProps {
  label: ReactNode
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  help?: ReactNode
  /** The problem, as a sentence. Marks the control invalid. */
  error?: ReactNode
  /** The status of the value while it is typed, read out politely: 'Checking…', 'Available'. */
  status?: ReactNode
  required?: boolean
  className?: string
  /** One control from `web/ui`, or any control that spreads `useFieldControl()`. */
  children: ReactNode
}

export function Field(props: FieldProps): ReactElement {
  const { label, hideLabel, help, error, status, required, className, children } = props
  const id = useId()
  const describedBy = [
    help ? `${id}-help` : '',
    status ? `${id}-status` : '',
    error ? `${id}-error` : '',
  ].filter(Boolean)
  const control: FieldControl = {
    id,
    'aria-describedby': describedBy.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label id={fieldLabelId(id)} htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {help ? (
        <p id={`${id}-help`} className="text-sm text-ink-quiet">
          {help}
        </p>
      ) : null}
      <p id={`${id}-status`} role="status" className="text-sm text-ink-quiet empty:-mt-1.5">
        {status}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** The problem with an input, below it. Renders nothing without an error. */
export function FieldError({ className, ...props }: ComponentProps<'p'>): ReactElement | null {
  if (!props.children) return null
  return <p className={cn('text-sm font-medium text-destructive', className)} {...props} />
}
