import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { AdminDailyContent, dailyEndpoints, GeneratedContent } from '#contract/daily.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { sourceLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { generateBoth, refreshDaily } from '#web/features/admin/daily/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

interface BothCardProps {
  /** What is published for today. */
  todays: readonly AdminDailyContent[]
}

/** Generates the message and the reflection and publishes both without a review. */
export function BothCard({ todays }: BothCardProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const generation = useMutation({
    mutationFn: generateBoth,
    onSuccess: () => {
      notifySuccess('Daily content generated successfully')
      return refreshDaily(queryClient)
    },
    onError: (error) => notifyError('Failed to generate daily content', error),
    onSettled: () => setIsAsking(false),
  })
  return (
    <SectionCard
      title="Message and reflection"
      description="Generates both and publishes them for today without a draft. If a text misquotes the Bible, one from the built-in library is used instead. If a prompt misquotes it, the prompt is left out."
      headerClassName="mb-0"
      className="flex flex-col items-start gap-4"
    >
      <Button variant="outline" busy={generation.isPending} onClick={() => setIsAsking(true)}>
        Auto-generate both for today
      </Button>
      {generation.data ? <PublishedBoth both={generation.data} /> : null}
      <ConfirmDialog
        title="Generate and publish for today?"
        description={`Both are published right away, before anyone has read them. ${replacedWords(todays)}`}
        confirmLabel="Generate and publish"
        isBusy={generation.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => generation.mutate()}
      />
    </SectionCard>
  )
}

/** Says which of today's content will be replaced. */
export function replacedWords(todays: readonly Pick<AdminDailyContent, 'type'>[]): string {
  const names = todays.map(({ type }) => type)
  if (names.length === 0) return 'Nothing is published for today yet.'
  return `Today’s ${names.join(' and ')} will be replaced.`
}

function PublishedBoth(props: {
  both: ResponseOf<typeof dailyEndpoints.autoGenerate>
}): ReactElement {
  const texts = [props.both.message, props.both.reflection]
  return (
    <Notice variant="success" title="Published for today" className="w-full">
      <ul>
        {texts.map((text) => (
          <li key={text.type}>{originOf(text)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function originOf({ type, source, fallbackReason }: GeneratedContent): string {
  const origin = `${TYPE_LABELS[type]}: ${sourceLabel(source)}.`
  return fallbackReason ? `${origin} ${fallbackReason}` : origin
}
