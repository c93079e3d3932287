import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ResultPage } from '#web/features/shop/result-page.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shown when checkout is canceled (member document, section 2). */
export function CancelPage(): ReactElement {
  return (
    <ResultPage
      title="Purchase Canceled"
      ways={
        <Button asChild size="lg">
          <Link to="/flow">Return to Community</Link>
        </Button>
      }
    >
      <p>No charges have been made</p>
    </ResultPage>
  )
}
