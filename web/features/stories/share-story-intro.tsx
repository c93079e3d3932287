import type { ReactElement } from 'react'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** One line while the form is closed. */
export function ShareStoryIntro({ isClosed }: { isClosed: boolean }): ReactElement {
  return (
    <CardHeader className={isClosed ? 'mb-0' : undefined}>
      <CardTitle id="share-story" className={isClosed ? 'text-base' : undefined}>
        Share Your Story Testimonials & Ask Folx? (Q&A)
      </CardTitle>
      {isClosed ? null : (
        <CardDescription>
          Written or spoken, under your community username. Our team reviews each story before it’s
          published.
        </CardDescription>
      )}
    </CardHeader>
  )
}
