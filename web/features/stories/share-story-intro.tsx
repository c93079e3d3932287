import type { ReactElement } from 'react'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'

export function ShareStoryIntro(): ReactElement {
  return (
    <CardHeader>
      <CardTitle id="share-story">Share Your Story Testimonials & Ask Folx? (Q&A)</CardTitle>
      <CardDescription>
        Written or spoken, under your community username. Our team reviews each story before it’s
        published.
      </CardDescription>
    </CardHeader>
  )
}
