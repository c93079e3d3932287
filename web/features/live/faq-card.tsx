import type { ReactElement } from 'react'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Administrator document, section 2. */
const ENTRIES = [
  {
    question: 'How do I join the live coaching?',
    answer:
      'Open this page at the time of a scheduled session and wait for the admin to enable the Join button. It appears in the Live Coaching Room card.',
  },
  {
    question: 'What should I prepare?',
    answer: 'Have your questions ready, and be in a quiet environment.',
  },
] as const

/** At most one entry is open at a time. */
export function FaqCard(): ReactElement {
  return (
    <Card aria-labelledby="live-faq-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-faq-title">Frequently Asked Questions</CardTitle>
      </CardHeader>
      {ENTRIES.map(({ question, answer }) => (
        <Disclosure key={question} name="live-faq" summary={question} className="last:border-b-0">
          <p className="max-w-prose">{answer}</p>
        </Disclosure>
      ))}
    </Card>
  )
}
