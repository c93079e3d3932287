import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { AddressForm } from '#web/ui/address-form.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  /** For a page that is kept in the address: its parameter, and the parameters beside it. */
  address?: { name: string; search: object }
  /** Names the list, if a page has more than one. */
  label?: string
}

const rowClasses = 'flex flex-wrap items-center justify-center gap-x-1 gap-y-3 sm:gap-x-3'

/** Previous and next buttons for a list. Renders nothing for a single page. */
export function Pagination(props: PaginationProps): ReactElement | null {
  const { page, pageCount, onPageChange, address, label = 'Pages' } = props
  if (pageCount <= 1) return null
  const buttonTo = (next: number): ButtonProps => ({
    variant: 'outline',
    size: 'sm',
    disabled: next < 1 || next > pageCount,
    ...(address
      ? { type: 'submit', name: address.name, value: next }
      : { onClick: () => onPageChange(next) }),
  })
  const row = (
    <>
      <Button {...buttonTo(page - 1)}>
        <ChevronLeft aria-hidden size={18} />
        Previous
      </Button>
      <span aria-live="polite" className="px-2 text-sm text-ink-quiet">
        Page {page} of {pageCount}
      </span>
      <Button {...buttonTo(page + 1)}>
        Next
        <ChevronRight aria-hidden size={18} />
      </Button>
    </>
  )
  return (
    <nav aria-label={label} className={address ? undefined : rowClasses}>
      {address ? (
        <AddressForm
          search={{ ...address.search, [address.name]: undefined }}
          onPress={(next) => onPageChange(Number(next))}
          className={rowClasses}
        >
          {row}
        </AddressForm>
      ) : (
        row
      )}
    </nav>
  )
}
