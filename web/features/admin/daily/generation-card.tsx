import { useIsMutating, useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import type { DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { DraftEditor } from '#web/features/admin/daily/draft-editor.tsx'
import {
  draftOf,
  isChanged,
  readSeen,
  rememberSeen,
  useGeneratedDraft,
} from '#web/features/admin/daily/generated-draft.ts'
import { TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { generateContent } from '#web/features/admin/daily/queries.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const WORDS: Record<DailyType, { about: string; generate: string; done: string }> = {
  message: {
    about: 'A word for the day, with Scripture and a prayer.',
    generate: 'Generate message',
    done: 'Daily message generated successfully',
  },
  reflection: {
    about: 'A thought with a question for the day.',
    generate: 'Generate reflection question',
    done: 'Reflection question generated successfully',
  },
}

interface GenerationCardProps {
  type: DailyType
  today: DateText
}

/** Generates a draft, which is saved on this device until it is published or discarded. */
export function GenerationCard({ type, today }: GenerationCardProps): ReactElement {
  const [draft, changeDraft] = useGeneratedDraft(type)
  const [isAsking, setIsAsking] = useState(false)
  const generation = useGeneration(type, changeDraft)
  const button = useRef<HTMLButtonElement>(null)
  const titleId = `generate-${type}`
  const generate = (): void => {
    setIsAsking(false)
    generation.start()
  }
  const handleDone = (): void => {
    changeDraft(() => null)
    // The pressed button is removed with the draft.
    setTimeout(() => takeLostFocus(button.current))
  }
  return (
    <Card aria-labelledby={titleId} className="flex min-w-0 flex-col gap-5">
      <CardHeader className="mb-0">
        <CardTitle id={titleId}>{TYPE_LABELS[type]}</CardTitle>
        <CardDescription>{WORDS[type].about}</CardDescription>
      </CardHeader>
      {generation.error instanceof ApiError ? (
        <Notice variant="error">{generation.error.sentence}</Notice>
      ) : null}
      <Button
        ref={button}
        variant={draft ? 'outline' : 'default'}
        className="self-start"
        busy={generation.isPending}
        onClick={() => (draft && isChanged(draft) ? setIsAsking(true) : generate())}
      >
        {generation.isPending ? null : <Sparkles aria-hidden size={18} />}
        {draft ? 'Generate another' : WORDS[type].generate}
      </Button>
      {generation.isPending ? <WritingSkeleton /> : null}
      {draft && !generation.isPending ? (
        <DraftEditor
          type={type}
          today={today}
          draft={draft}
          onChange={changeDraft}
          onDone={handleDone}
        />
      ) : null}
      <ConfirmDialog
        title="Replace your draft?"
        description="You changed this draft. A new text will replace it."
        confirmLabel="Generate another"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={generate}
      />
    </Card>
  )
}

interface Generation {
  start: () => void
  isPending: boolean
  error: Error | null
}

function useGeneration(
  type: DailyType,
  changeDraft: ReturnType<typeof useGeneratedDraft>[1],
): Generation {
  const memberId = useMember().id
  const mutationKey = ['generate', type]
  const mutation = useMutation({
    mutationKey,
    mutationFn: () => generateContent({ type, seenLibraryKeys: readSeen(memberId, type) }),
    onSuccess: (generated) => {
      rememberSeen(memberId, generated)
      changeDraft(() => draftOf(generated))
      notifySuccess(WORDS[type].done)
    },
    onError: () => notifyFailure('Failed to generate preview', 'Please try again'),
  })
  const running = useIsMutating({ mutationKey })
  return { start: () => mutation.mutate(), isPending: running > 0, error: mutation.error }
}

function WritingSkeleton(): ReactElement {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-sm text-ink-quiet">Writing… This can take a minute.</p>
      <Skeleton className="h-64" />
    </div>
  )
}
