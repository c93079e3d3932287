import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { AddressForm } from '#web/ui/address-form.tsx'

interface ChipProps {
  label: string
  /** Shows a button that removes the chip. */
  onRemove?: () => void
  /** For a chip that stands for a parameter of the address: the parameters that stay without it. */
  rest?: object
  /** Makes the whole chip a toggle (`aria-pressed`), such as a selectable tag. */
  isSelected?: boolean
  onToggle?: () => void
}

const chipClasses =
  'inline-flex min-h-9 items-center gap-1 rounded-full border px-3.5 text-sm pointer-coarse:min-h-11'

export function Chip(props: ChipProps): ReactElement {
  const { label, onRemove, rest, isSelected = false, onToggle } = props
  if (onToggle) {
    return (
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onToggle}
        className={cn(
          chipClasses,
          isSelected
            ? 'border-primary bg-primary text-on-primary'
            : 'border-line-strong bg-surface hover:bg-sand',
        )}
      >
        <bdi>{label}</bdi>
      </button>
    )
  }
  const removal = onRemove ? (
    <button
      type={rest ? 'submit' : 'button'}
      aria-label={`Remove ${label}`}
      onClick={rest ? undefined : onRemove}
      className="inline-flex size-8 items-center justify-center rounded-full hover:bg-primary-soft pointer-coarse:size-11"
    >
      <X aria-hidden size={16} />
    </button>
  ) : null
  return (
    <span className={cn(chipClasses, 'border-line bg-sand', onRemove && 'pr-0.5')}>
      <bdi>{label}</bdi>
      {rest && onRemove ? (
        <AddressForm search={rest} onPress={onRemove} className="contents">
          {removal}
        </AddressForm>
      ) : (
        removal
      )}
    </span>
  )
}
