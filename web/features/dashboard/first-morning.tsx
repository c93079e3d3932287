import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronRight, X } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import type { FirstMorning as Steps } from '#contract/first-morning.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { firstMorningQuery } from '#web/features/dashboard/queries.ts'
import { cn } from '#web/lib/cn.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

type StepTarget = Pick<LinkProps, 'to' | 'search' | 'hash'>

interface Step {
  fact: Exclude<keyof Steps, 'storyToEncourageId'>
  title: string
  text: string
}

const STEPS: Step[] = [
  {
    fact: 'hasMood',
    title: 'Share how you feel',
    text: 'One tap is enough. Only you can read it.',
  },
  {
    fact: 'hasAction',
    title: 'Take one small step',
    text: 'Check off one of five daily actions.',
  },
  {
    fact: 'hasEncouraged',
    title: 'Encourage someone',
    text: 'Read a story, then leave a heart or a kind word.',
  },
]

/** Three steps for a newcomer, until all are done or the member closes them on this device. */
export function FirstMorning(): ReactElement | null {
  const key = `first-morning:${useMember().id}:seen`
  const [isClosed, setClosed] = useStoredState(() => readDraft(key, aText) === 'closed', false)
  // Optional: the page works without it if it can't be loaded.
  const { data } = useQuery({ ...firstMorningQuery, enabled: !isClosed })
  const client = useQueryClient()
  useEffect(
    () =>
      // Each step can be done on this page, too.
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        void client.invalidateQueries({ queryKey: firstMorningQuery.queryKey })
      }),
    [client],
  )
  if (isClosed || !data || STEPS.every(({ fact }) => data[fact])) return null
  const handleClose = (): void => {
    writeDraft(key, 'closed')
    setClosed(true)
    document.getElementById('main')?.focus()
  }
  return (
    <Card
      aria-labelledby="first-morning"
      className="p-3 pt-2.5 max-lg:order-first sm:p-5 sm:pt-2.5 lg:col-span-2 lg:col-start-1 lg:row-span-2 lg:row-start-1"
    >
      <CardHeader className="mb-0 flex-row items-start justify-between gap-3 px-1">
        <CardTitle id="first-morning">Your first morning</CardTitle>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Hide these steps"
          className="-mt-2 -mr-2"
          onClick={handleClose}
        >
          <X aria-hidden size={20} />
        </Button>
      </CardHeader>
      <ol className="flex flex-col">
        {STEPS.map((step, index) => (
          <li key={step.fact}>
            <StepLink
              step={step}
              target={targetOf(step.fact, data.storyToEncourageId)}
              number={index + 1}
              isDone={data[step.fact]}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Where a step is done: on this page, on the daily page, or in somebody’s story. */
function targetOf(fact: Step['fact'], storyId: number | null): StepTarget {
  if (fact === 'hasMood') return { to: '/dashboard', hash: 'mood-title' }
  if (fact === 'hasAction') return { to: '/flow', search: { tab: 'faith' } }
  return { to: '/flow', search: storyId === null ? { tab: 'exit' } : { story: storyId } }
}

interface StepLinkProps {
  step: Step
  target: StepTarget
  number: number
  isDone: boolean
}

function StepLink({ step, target, number, isDone }: StepLinkProps): ReactElement {
  const { title, text } = step
  return (
    <Link
      {...target}
      className="flex min-h-14 items-center gap-4 rounded-lg px-1 py-2 text-ink no-underline hover:bg-sand"
    >
      <span
        aria-hidden
        className={cn(
          'flex size-9 shrink-0 items-center justify-center rounded-full font-semibold',
          isDone ? 'bg-primary text-on-primary' : 'bg-primary-soft text-primary-strong',
        )}
      >
        {isDone ? <Check size={20} /> : number}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-medium">
          {title}
          {isDone ? <span className="font-normal text-ink-quiet"> · Done</span> : null}
        </span>
        <span className="block text-sm text-ink-quiet">{text}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-quiet" />
    </Link>
  )
}
