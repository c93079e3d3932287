import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  EMPTY_REQUEST,
  GuidanceDraft,
  guidanceDraftKey,
  isEmptyRequest,
} from '#web/features/guidance/guidance-draft.ts'
import { AskValues, useAsk } from '#web/features/guidance/use-ask.ts'
import { ApiError } from '#web/lib/api.ts'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'

export type AskFormReturn = UseFormReturn<z.input<typeof AskValues>, unknown, AskValues>

export interface AskFormState {
  form: AskFormReturn
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSending: boolean
  /** An error message that belongs to no field. */
  refusal: string | undefined
  /** The outcome of the last request, until the next one is started. */
  outcome: 'sent' | 'kept' | undefined
}

/** The state of the form. Typed text is kept in this tab until it has been sent. */
export function useAskForm(): AskFormState {
  const draftKey = guidanceDraftKey(useMember().id)
  const [initial] = useStoredState(
    () => readDraft(draftKey, GuidanceDraft, tabStorage) ?? EMPTY_REQUEST,
    EMPTY_REQUEST,
  )
  const [outcome, setOutcome] = useState<AskFormState['outcome']>()
  const form: AskFormReturn = useForm({
    defaultValues: initial,
    resolver: zodResolver(AskValues),
  })
  useStoredValues(form, initial)
  const ask = useAsk()
  useKeptDraft({ draftKey, form, setOutcome })
  const submitValues = form.handleSubmit((values) => {
    if (ask.isPending) return
    ask.mutate(values, {
      onSuccess: (delivery) => {
        form.reset(EMPTY_REQUEST)
        setOutcome(delivery === 'kept' ? 'kept' : 'sent')
      },
      onError: (error) => showFieldErrors(form, { error, names: ['category', 'content'] }),
    })
  })
  return {
    form,
    submit: (event) => void submitValues(event),
    isSending: ask.isPending,
    refusal: refusalOf(ask.error),
    outcome,
  }
}

function useKeptDraft(input: {
  draftKey: string
  form: AskFormReturn
  setOutcome: (outcome: undefined) => void
}): void {
  const { draftKey, setOutcome } = input
  const { subscribe } = input.form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const draft = GuidanceDraft.parse({ ...EMPTY_REQUEST, ...values })
          if (isEmptyRequest(draft)) {
            clearDraft(draftKey, tabStorage)
            return
          }
          writeDraft(draftKey, draft, tabStorage)
          setOutcome(undefined)
        },
      }),
    [subscribe, draftKey, setOutcome],
  )
}

/**
 * An error of the whole request, such as a rate limit, which the generic toast does not explain.
 */
function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined
  return Object.keys(error.fields).length === 0 ? error.sentence : undefined
}
