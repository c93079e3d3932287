import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { Card, CardDescription, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

interface FoldedCardProps {
  title: string
  description?: ReactNode
  /** Whether a field inside was refused, which opens the card. */
  hasError?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** A card of which only the heading is seen until somebody opens it. */
export function FoldedCard(props: FoldedCardProps): ReactElement {
  const { title, description, hasError = false, onOpenChange, children } = props
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const details = card.current?.querySelector('details')
    if (!hasError || !details || details.open) return
    details.open = true
    // A closed field could not take the focus when the form was refused.
    if (!document.activeElement?.matches('[aria-invalid="true"]')) {
      card.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [hasError])
  return (
    <Card ref={card} aria-labelledby={id} className="py-2 sm:py-3">
      <Disclosure
        className="border-b-0"
        {...(onOpenChange && { onOpenChange })}
        summary={
          <CardTitle id={id} className="wrap-anywhere">
            {title}
          </CardTitle>
        }
      >
        {description ? (
          <CardDescription className="mb-4 max-w-prose">{description}</CardDescription>
        ) : null}
        {children}
      </Disclosure>
    </Card>
  )
}
