import { type ReactElement, type SubmitEvent, useRef, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { ApiError, call } from '#web/lib/api.ts'
import { prayerCalls, storyCalls } from '#web/lib/calls.gen.ts'
import { reasonDraftKey, type Writing, writingNoun } from '#web/lib/reason-draft.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { type Template, TemplateButtons, withTemplate } from '#web/ui/template-buttons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export type AuthorAction = 'warn' | 'suspend'

const WARNING_TEMPLATES: readonly Template[] = [
  {
    label: 'Kindness',
    text: 'Some of your words may hurt someone here. Please write to others the way you would speak to a friend who is having a hard day.',
  },
  {
    label: 'Names and places',
    text: 'What you wrote includes details that could identify someone. Please leave out names, places and photos, so everyone stays safe.',
  },
  {
    label: 'Links and offers',
    text: 'What you wrote offers or advertises something. Please leave out links and offers here.',
  },
]

interface Words {
  title: (what: string) => string
  description: (what: string) => string
  label: string
  help: string
  limit: number
  draft: 'suspension' | 'warning'
  templates: readonly Template[]
  failed: string
  done: string
  confirm: string
}

const WORDS: Record<AuthorAction, Words> = {
  warn: {
    title: (what) => `Warn the author of this ${what}?`,
    description: (what) =>
      `They see your message once on their next visit and can read it again in their account. You don’t see who they are. The ${what} stays as it is.`,
    label: 'Message',
    help: 'The author doesn’t see who wrote it.',
    limit: STORY_LIMITS.warning,
    draft: 'warning',
    templates: WARNING_TEMPLATES,
    failed: 'The author was not warned',
    done: 'Author warned',
    confirm: 'Warn author',
  },
  suspend: {
    title: (what) => `Suspend the author of this ${what}?`,
    description: (what) =>
      `They’re signed out everywhere and can’t sign in again until an administrator restores them in the Users tab. You don’t see who they are. The ${what} stays as it is.`,
    label: 'Reason',
    help: 'The author sees it when they try to sign in.',
    limit: STORY_LIMITS.suspensionReason,
    draft: 'suspension',
    templates: [],
    failed: 'The author was not suspended',
    done: 'Author suspended',
    confirm: 'Suspend author',
  },
}

export interface AuthorDialogProps {
  action: AuthorAction
  /** The dialog is open while this is set. */
  target: Writing | null
  onClose: () => void
}

/**
 * Warns or suspends an author, who stays anonymous to the administrator. The author reads the
 * message.
 */
export function AuthorDialog({ action, target, onClose }: AuthorDialogProps): ReactElement {
  const [shown, setShown] = useState(target)
  if (target && target !== shown) setShown(target)
  const what = shown ? writingNoun(shown) : ''
  return (
    <Dialog open={target !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent
        title={WORDS[action].title(what)}
        description={WORDS[action].description(what)}
      >
        {target ? <AuthorForm action={action} target={target} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}

interface AuthorFormProps {
  action: AuthorAction
  target: Writing
  onClose: () => void
}

function AuthorForm({ action, target, onClose }: AuthorFormProps): ReactElement {
  const words = WORDS[action]
  const draftKey = reasonDraftKey(words.draft, { memberId: useMember().id, ...target })
  const [text, setText] = useTextDraft(draftKey)
  const box = useRef<HTMLTextAreaElement>(null)
  const sending = useAction({
    call: () => act(action, target, text),
    done: words.done,
    onDone: () => {
      forgetText(draftKey)
      onClose()
    },
  })
  const { error } = sending
  const fieldError =
    error instanceof ApiError ? (error.fields.reason ?? error.fields.words) : undefined
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    sending.run()
  }
  const fill = (template: string): void => {
    setText(withTemplate(text, template, words.templates))
    box.current?.focus()
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <ErrorNotice title={words.failed} error={fieldError ? null : error} />
      <RuleField reason={text} onChange={setText} />
      {words.templates.length > 0 ? (
        <TemplateButtons templates={words.templates} onPick={fill} />
      ) : null}
      <Field label={words.label} help={words.help} error={fieldError} required>
        <Textarea
          ref={box}
          limit={words.limit}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <DialogFormFooter
        className="mt-0"
        variant={action === 'suspend' ? 'destructive' : 'default'}
        busy={sending.isPending}
      >
        {words.confirm}
      </DialogFormFooter>
    </Form>
  )
}

function act(
  action: AuthorAction,
  { storyId, replyId, prayerId }: Writing,
  words: string,
): Promise<undefined> {
  const params = { id: prayerId || replyId || (storyId ?? 0) }
  // Prayer requests have no separate warning: the reason for returning one is the warning.
  if (prayerId) return call(prayerCalls.suspendAuthor, { params, body: { reason: words } })
  if (action === 'warn') {
    const { warnReplyAuthor, warnStoryAuthor } = storyCalls
    return call(replyId ? warnReplyAuthor : warnStoryAuthor, { params, body: { words } })
  }
  const { suspendReplyAuthor, suspendStoryAuthor } = storyCalls
  return call(replyId ? suspendReplyAuthor : suspendStoryAuthor, {
    params,
    body: { reason: words },
  })
}
