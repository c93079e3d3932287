import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { TriviaQuestion, TriviaQuestionInput } from '#contract/trivia.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { refreshTrivia, saveQuestion } from '#web/features/admin/trivia/queries.ts'
import {
  draftOfQuestion,
  EMPTY_QUESTION,
  isEmptyQuestion,
  QuestionDraft,
  QuestionValues,
  questionDraftKey,
} from '#web/features/admin/trivia/question-values.ts'
import { useFormDraft } from '#web/features/admin/use-form-draft.ts'
import { clearDraft, readDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'

export type QuestionFormReturn = UseFormReturn<QuestionDraft, unknown, TriviaQuestionInput>

// The return type is inferred, because most of it is that of the form and the mutation.
export function useQuestionForm(question: TriviaQuestion | undefined, onSaved: () => void) {
  const draftKey = questionDraftKey(useMember().id, question?.id)
  const stored = question ? draftOfQuestion(question) : EMPTY_QUESTION
  const [initial] = useStoredState(() => readDraft(draftKey, QuestionDraft) ?? stored, stored)
  const form: QuestionFormReturn = useForm({
    defaultValues: initial,
    resolver: zodResolver(QuestionValues),
  })
  useStoredValues(form, initial)
  useFormDraft({ key: draftKey, schema: QuestionDraft, form, isEmpty: isEmptyQuestion })
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: TriviaQuestionInput) => saveQuestion({ id: question?.id, body }),
    onSuccess: () => {
      clearDraft(draftKey)
      notifySuccess(question ? 'Question saved successfully' : 'Question added successfully')
      onSaved()
      return refreshTrivia(queryClient)
    },
    onError: (error) => {
      const names = ['subject', 'question', 'options', 'explanation', 'source'] as const
      showFieldErrors(form, { error, names })
    },
  })
  const submit = form.handleSubmit((values) => save.mutate(values))
  return {
    form,
    save,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    /** Deletes the draft. */
    forget: () => clearDraft(draftKey),
  }
}
