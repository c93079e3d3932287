import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface Step {
  title: string
  text: string
  tab?: 'faith'
}

const STEPS: Step[] = [
  { title: 'Share how you feel', text: 'One tap is enough. Only you can read it.' },
  { title: 'Read today’s word', text: 'A message and a question for the day.' },
  {
    title: 'Take one small step',
    text: 'Check off one of five daily actions.',
    tab: 'faith',
  },
]

/** Three steps for a newcomer. */
export function FirstMorning(): ReactElement {
  return (
    <Card aria-labelledby="first-morning">
      <CardHeader>
        <CardTitle id="first-morning">Your first morning</CardTitle>
      </CardHeader>
      <ol className="-mx-3 -mb-3 flex flex-col">
        {STEPS.map(({ title, text, tab }, index) => (
          <li key={title}>
            <Link
              to="/flow"
              search={tab ? { tab } : {}}
              className="flex min-h-14 items-center gap-4 rounded-lg p-3 text-ink no-underline hover:bg-sand"
            >
              <span
                aria-hidden
                className="flex size-9 shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary-strong"
              >
                {index + 1}
              </span>
              <span className="min-w-0 grow">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-ink-quiet">{text}</span>
              </span>
              <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-quiet" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
