import type { ReactElement } from 'react'
import { isWithinLength } from '#contract/text-length.ts'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { useTextDraft } from '#web/lib/use-draft.ts'
import { ConfirmDialogBox, type ConfirmDialogProps } from '#web/ui/confirm-dialog-box.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export interface ReasonDialogProps
  extends Omit<ConfirmDialogProps, 'children' | 'isDisabled' | 'onConfirm'> {
  /** Under which the reason is saved. The caller forgets it once the reason is sent. */
  draftKey: string
  /** Characters. */
  limit: number
  onConfirm: (reason: string) => void
}

/** The dialog itself; `ReasonDialog` loads it when it is first opened. */
export function ReasonDialogBox(props: ReasonDialogProps): ReactElement {
  const { draftKey, limit, onConfirm, ...rest } = props
  const [reason, setReason] = useTextDraft(draftKey)
  const words = reason.trim()
  return (
    <ConfirmDialogBox
      {...rest}
      isDisabled={words === '' || !isWithinLength(words, limit)}
      onConfirm={() => onConfirm(words)}
    >
      <div className="flex flex-col gap-4">
        <RuleField reason={reason} onChange={setReason} />
        <Field label="Reason" required>
          <Textarea
            data-first-focus
            limit={limit}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialogBox>
  )
}
