import type { ReactElement } from 'react'
import type { TriviaQuestion } from '#contract/trivia.ts'
import { QuestionForm } from '#web/features/admin/trivia/question-form.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'

interface QuestionDialogProps {
  /** The question to change; a new one without it. */
  question?: TriviaQuestion
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Adds or changes a question. What was typed outlives the dialog, unless it is cancelled. */
export function QuestionDialog({
  question,
  isOpen,
  onOpenChange,
}: QuestionDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        className="max-w-2xl"
        title={question ? 'Edit question' : 'Add question'}
        description={
          question
            ? 'Days it was already shown keep the old version.'
            : 'It will be shown on one of the next days.'
        }
      >
        <QuestionForm question={question} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
