import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { clearDraft, type DraftStorage, draftVersion, keepDraft } from '#web/lib/drafts.ts'
import { sentenceAbove, showFieldErrors } from '#web/lib/field-errors.ts'
import type { Shape } from '#web/lib/shape.ts'
import { type ActionOptions, useAction } from '#web/lib/use-action.ts'
import { type FormDraft, useDraftForm } from '#web/lib/use-draft-form.ts'
import { versionIn } from '#web/lib/versions.ts'

interface ServerDraft<Draft> {
  key: string
  /** Any of the fields, each with the raw value of its control. Those of a secret are left out. */
  schema: Shape<{ [Name in keyof Draft]?: Draft[Name] | undefined }>
  /** Whether a draft isn't worth keeping. Without it, only the fields that were changed are kept. */
  isEmpty?: (draft: Draft) => boolean
  storage?: DraftStorage
}

export interface ServerFormOptions<Draft extends FieldValues, Values extends FieldValues, Saved>
  extends Pick<ActionOptions<Values, Saved>, 'key' | 'done' | 'failed' | 'refresh'> {
  /** The values of an untouched form. */
  initial: Draft
  /** A complete form: what is sent. Its field names are those of the draft. */
  values: z.ZodType<Values, Draft>
  /** The version of what `initial` shows, if somebody else may change it meanwhile. */
  version?: string | undefined
  /**
   * `changed` has only the fields that differ from `initial`; `version` is the one that the changes
   * began from.
   */
  save: (values: Values, changed: Partial<Values>, version: string | undefined) => Promise<Saved>
  /** Keeps what is entered until it is saved. */
  draft?: ServerDraft<Draft>
  /**
   * For settings, which stay open: what they show after a save. They then also show what another
   * administrator saves meanwhile, in the fields that weren't changed here.
   */
  toDraft?: (saved: Saved) => Draft
  /** Whether the first wrong field gets the focus; if not, the form does that itself. */
  focusesErrors?: boolean
  onSaved?: (saved: Saved, values: Values) => unknown
  /** Called after the server's errors are shown next to their fields. */
  onFailed?: (error: Error) => void
}

export interface ServerForm<
  Draft extends FieldValues,
  Values extends FieldValues = Draft,
  Saved = unknown,
> {
  form: UseFormReturn<Draft, unknown, Values>
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Sends values that are already validated. */
  send: (values: Values) => void
  /** Whether the form differs from `initial`. */
  isDirty: boolean
  isSaving: boolean
  /** Whether the last save was canceled. */
  isCanceled: boolean
  /** Whether the last save succeeded. */
  isSaved: boolean
  error: Error | null
  /** The sentence above the form about the error; undefined if the fields have all of it. */
  sentence: string | undefined
  /** Forgets the error, before something else is sent from the same form. */
  forgetError: () => void
  /** The result of the last successful save. */
  saved: Saved | undefined
  /** Resets the form to `initial`, and deletes the draft. */
  undo: () => void
  /** Deletes the draft. */
  forget: () => void
}

/**
 * A form that is validated with the contract's schema, kept as a draft and sent once. The server's
 * field errors appear next to their fields.
 */
export function useServerForm<Draft extends FieldValues, Values extends FieldValues, Saved>(
  options: ServerFormOptions<Draft, Values, Saved>,
): ServerForm<Draft, Values, Saved> {
  const { initial, toDraft } = options
  const began = useRef(options.version)
  const draft = options.draft && {
    ...formDraft(options.draft, initial),
    version: () => began.current,
  }
  const form = useDraftForm<Draft, Values, Partial<Draft>>(draft, {
    // Every field has a value, which the library's type for default values doesn't express.
    defaultValues: initial as DefaultValues<Draft>,
    // Not validated on blur: an error that appears there would move the button being pressed.
    resolver: zodResolver(options.values),
    shouldFocusError: options.focusesErrors ?? true,
  })
  const { reset, getValues } = form
  useNewlySaved(form, {
    initial,
    draft,
    isFollowing: toDraft !== undefined,
    onUnchanged: () => {
      began.current = options.version
    },
  })
  const forget = (): void => (draft ? clearDraft(draft.key, draft.storage) : undefined)
  const sent = useRef(initial)
  const saving = useAction<Saved, Values>({
    key: options.key,
    call: (values) => {
      const version = (draft && draftVersion(draft.key, draft.storage)) ?? began.current
      return options.save(values, pick(values, changedNames(sent.current, initial)), version)
    },
    done: options.done,
    failed: options.failed,
    onDone: (saved, values) => {
      began.current = versionIn(saved) ?? began.current
      forget()
      // Text that was typed meanwhile stays.
      if (toDraft) reset({ ...toDraft(saved), ...changesOf(getValues(), sent.current) })
      return options.onSaved?.(saved, values)
    },
    refresh: options.refresh,
  })
  useFieldErrors(saving.error, (error) => {
    showFieldErrors(form, { error, names: namesOf(initial) })
    options.onFailed?.(error)
  })
  const send = (values: Values): void => {
    sent.current = structuredClone(getValues())
    saving.run(values)
  }
  const submit = form.handleSubmit(send)
  return {
    form,
    submit: (event) => {
      // React's events also reach the form around a dialog.
      event.stopPropagation()
      void submit(event)
    },
    send,
    isDirty: changedNames(form.watch(), initial).length > 0,
    isSaving: saving.isPending,
    isCanceled: saving.isCanceled,
    isSaved: saving.isDone,
    error: saving.error,
    sentence: saving.error ? sentenceAbove(saving.error, namesOf(initial)) : undefined,
    forgetError: saving.reset,
    saved: saving.data,
    undo: () => {
      saving.reset()
      reset(initial)
      forget()
      began.current = options.version
    },
    forget,
  }
}

/**
 * Shows a new error after the page has rendered, because fields that were disabled meanwhile can be
 * focused only once they are enabled again.
 */
function useFieldErrors(error: Error | null, show: (error: Error) => void): void {
  const handleError = useEffectEvent(show)
  useEffect(() => {
    if (error) handleError(error)
  }, [error])
}

/**
 * Shows newly saved values in the fields that still have the previous ones, and forgets changes that
 * are no longer any.
 */
function useNewlySaved<Draft extends FieldValues, Values extends FieldValues>(
  { reset, getValues }: UseFormReturn<Draft, unknown, Values>,
  options: {
    initial: Draft
    draft: FormDraft<Partial<Draft>> | undefined
    isFollowing: boolean
    /** Called when the form shows exactly what is saved. */
    onUnchanged: () => void
  },
): void {
  const { initial, draft, isFollowing, onUnchanged } = options
  const known = useRef(initial)
  const follow = useEffectEvent(() => {
    const before = known.current
    known.current = initial
    if (changedNames(before, initial).length > 0) {
      reset({ ...initial, ...changesOf(getValues(), before) }, { keepErrors: true })
    }
    const changes = changesOf(getValues(), initial)
    if (Object.keys(changes).length === 0) onUnchanged()
    if (draft) keepDraft(draft.key, changes, draft)
  })
  const version = isFollowing ? JSON.stringify(initial) : undefined
  useEffect(() => {
    if (version !== undefined) follow()
  }, [version])
}

/** The draft of a form, with all of its fields or only the changed ones. */
function formDraft<Draft extends FieldValues>(
  { key, schema, isEmpty, storage }: ServerDraft<Draft>,
  initial: Draft,
): FormDraft<Partial<Draft>> {
  return {
    key,
    schema: {
      safeParse: (value) => {
        const { data } = schema.safeParse(value)
        if (!data) return {}
        const entered = { ...initial, ...data }
        return { data: isEmpty ? entered : changesOf(entered, initial) }
      },
    },
    isEmpty: (kept) =>
      isEmpty ? isEmpty({ ...initial, ...kept }) : Object.keys(kept).length === 0,
    storage,
  }
}

function changesOf<Draft extends FieldValues>(draft: Draft, initial: Draft): Partial<Draft> {
  return pick(draft, changedNames(draft, initial))
}

function changedNames<Draft extends FieldValues>(draft: Draft, initial: Draft): Path<Draft>[] {
  return namesOf(initial).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(initial[name]),
  )
}

function namesOf<Draft extends FieldValues>(draft: Draft): Path<Draft>[] {
  // The form's fields are flat, so the keys of its values are its paths.
  return Object.keys(draft) as Path<Draft>[]
}

function pick<T extends FieldValues>(from: T, names: readonly (keyof T)[]): Partial<T> {
  const picked: Partial<T> = {}
  for (const name of names) picked[name] = from[name]
  return picked
}
