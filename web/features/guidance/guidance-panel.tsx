import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { answerTimeSentence } from '#web/features/guidance/answer-time.ts'
import { AskForm } from '#web/features/guidance/ask-form.tsx'
import { GuidanceIntro } from '#web/features/guidance/guidance-intro.tsx'
import { answerTimeQuery } from '#web/features/guidance/queries.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Prefetches the data that the panel shows first. */
export function loadGuidance({ client }: MemberLoad): Promise<void> {
  return prefetch(client, answerTimeQuery)
}

/** Ask for Guidance (member document, section 2). */
export function GuidancePanel(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <GuidanceIntro />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card aria-labelledby="ask-for-guidance">
          <AskForm />
        </Card>
        <section aria-labelledby="what-happens-next" className="flex flex-col items-start gap-3">
          <h3 id="what-happens-next">What happens next</h3>
          <WhatHappensNext />
          <Button asChild variant="outline">
            <Link to="/guidance-responses">My Guidance Responses</Link>
          </Button>
        </section>
      </div>
    </div>
  )
}

function WhatHappensNext(): ReactElement {
  const measuredHours = useQuery(answerTimeQuery).data?.hours
  const promisedHours = useSiteSettings()?.answerPromiseHours
  useRefreshOn('guidance', answerTimeQuery.queryKey)
  return (
    <p>
      Someone on our team will read your request and reply. You’ll find the answer under My Guidance
      Responses. {answerTimeSentence({ measuredHours, promisedHours })}
    </p>
  )
}
