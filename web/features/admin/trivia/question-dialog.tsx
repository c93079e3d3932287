import type { ReactElement } from 'react'
import type { TriviaQuestion } from '#contract/trivia.ts'
import { QuestionForm } from '#web/features/admin/trivia/question-form.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'

interface QuestionDialogProps {
  /** The question to change; without it, a new one is added. */
  question?: TriviaQuestion
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Adds or changes a question. The draft survives closing the dialog, but not pressing Cancel. */
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
            ? 'Days on which it was already shown keep the old version.'
            : 'It will be shown on a later day.'
        }
      >
        <QuestionForm question={question} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
