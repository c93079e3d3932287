import { Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import type { LeftDraft } from '#web/features/admin/guidance/use-left-drafts.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface LeftDraftCardProps {
  draft: LeftDraft
  onDiscard: () => void
}

/** The text typed for a request that is no longer in the list. */
export function LeftDraftCard({ draft, onDiscard }: LeftDraftCardProps): ReactElement {
  const headingId = `left-${draft.request.id}`
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(draft.text).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'Failed to copy', variant: 'destructive' }),
    )
  }
  return (
    <Card
      ref={takeLostFocus}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="flex flex-col gap-4 border-line-strong border-dashed"
    >
      <div role="alert">
        <h3 id={headingId}>
          The {GUIDANCE_CATEGORY_LABELS[draft.request.category]} request you were answering is no
          longer open
        </h3>
        <p className="mt-1 max-w-prose text-ink-quiet">
          It was answered, hidden or deleted. Your text is still here.
        </p>
      </div>
      <Field label="Your text">
        <Textarea readOnly value={draft.text} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void handleCopy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Card>
  )
}
