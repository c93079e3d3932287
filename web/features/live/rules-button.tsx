import { ScrollText } from 'lucide-react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { LIVE_LIMITS } from '#contract/live.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { useTextDraft } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { room } from './room.ts'
import type { RoomState } from './room-state.ts'

/** Lets a host write the rules for the session, show them to everyone and hide them again. */
export function RulesButton({ state }: { state: RoomState }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="outline" disabled={state.phase !== 'in'}>
          <ScrollText aria-hidden size={20} />
          {state.room.rules === null ? 'Rules' : 'Rules (shown)'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Rules for this session"
        description="Everyone in the room sees them, and so does anyone who joins later, until you hide them."
      >
        <RulesForm state={state} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function RulesForm({ state, onDone }: { state: RoomState; onDone: () => void }): ReactElement {
  const { rules, savedRules } = state.room
  const draft = `live-rules:${useMember().id}`
  const [text, setText] = useTextDraft(draft, savedRules)
  const [error, setError] = useState<string>()
  const save = (isShown: boolean): void => {
    const problem = send(text.trim(), isShown)
    setError(problem)
    if (problem) return
    clearDraft(draft, tabStorage)
    onDone()
  }
  /** What is being written stays as a draft. */
  const hide = (): void => {
    const problem = send(savedRules, false)
    setError(problem)
    if (!problem) onDone()
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    save(true)
  }
  return (
    <Form noValidate onSubmit={handleSubmit}>
      <Field
        label="Rules"
        help="We keep the text for your next session."
        error={error}
        className="w-full"
      >
        <IdentityCheck>
          <Textarea
            minHeight={160}
            limit={LIVE_LIMITS.rules}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </IdentityCheck>
      </Field>
      <DialogFooter>
        {rules === null ? (
          <Button variant="outline" onClick={() => save(false)}>
            Save for later
          </Button>
        ) : (
          <Button variant="outline" onClick={hide}>
            Hide rules
          </Button>
        )}
        <Button type="submit">{rules === null ? 'Show to everyone' : 'Show changes'}</Button>
      </DialogFooter>
    </Form>
  )
}

/** Sends the rules, or returns why they can't be sent. */
function send(text: string, isShown: boolean): string | undefined {
  if (text === '') return 'Enter the rules.'
  if (!isWithinLength(text, LIVE_LIMITS.rules)) {
    return `Rules must be ${LIVE_LIMITS.rules} characters or less.`
  }
  if (room.host({ type: 'rules', text, isShown })) return undefined
  return 'You’re not connected right now. Your text is still here.'
}
