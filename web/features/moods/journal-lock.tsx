import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  type JournalLock,
  JournalLockChange,
  JournalUnlock,
  LOCK_MINUTES,
} from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { journalLockQuery, setLock } from '#web/features/moods/queries.ts'
import { call } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'

const NO_LOCK = 'none'

const LockValues = JournalLockChange.extend({ minutes: z.string() })

/** Sets after how long the password is asked for again, and locks the journal immediately. */
export function JournalLockSection(): ReactElement | null {
  const { data: lock } = useQuery(journalLockQuery)
  if (!lock) return null
  return (
    <section aria-label="Lock" className="border-t border-line pt-2">
      {lock.minutes === null ? null : <LockNow />}
      <Disclosure
        summary={lock.minutes === null ? 'Lock my journal' : 'Change the lock'}
        className="border-b-0"
      >
        <LockForm key={String(lock.minutes)} lock={lock} />
      </Disclosure>
    </section>
  )
}

function LockNow(): ReactElement {
  const client = useQueryClient()
  const lockNow = useAction({
    call: () => call(moodCalls.lockNow, {}),
    failed: 'Unable to lock',
    onDone: (lock) => setLock(client, lock),
  })
  return (
    <Button
      variant="outline"
      className="my-2"
      busy={lockNow.isPending}
      onClick={() => lockNow.run()}
    >
      {lockNow.isPending ? null : <Lock aria-hidden size={18} />}
      Lock now
    </Button>
  )
}

function LockForm({ lock }: { lock: JournalLock }): ReactElement {
  const client = useQueryClient()
  const { username } = useMember()
  const { form, ...change } = useServerForm({
    initial: draftOf(lock),
    values: LockValues,
    save: ({ minutes, password }) => {
      const chosen = LOCK_MINUTES.find((each) => String(each) === minutes) ?? null
      return call(moodCalls.changeLock, { body: { minutes: chosen, password } })
    },
    toDraft: draftOf,
    done: ({ minutes }) => (minutes === null ? 'Lock removed' : 'Lock set'),
    onSaved: (changed) => client.setQueryData(journalLockQuery.queryKey, changed),
  })
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={change.submit} className="flex max-w-md flex-col gap-4">
      <Field
        label="Ask for my password"
        help="After the journal hasn’t been open on this device for this long."
      >
        <Select {...form.register('minutes')}>
          <option value={NO_LOCK}>Never</option>
          {LOCK_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {`After ${counted(minutes, 'minute')}`}
            </option>
          ))}
        </Select>
      </Field>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label="Password" error={errors.password?.message ?? change.sentence} required>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" busy={change.isSaving} className="self-start">
        Save lock
      </Button>
    </Form>
  )
}

function draftOf({ minutes }: JournalLock): { minutes: string; password: string } {
  return { minutes: String(minutes ?? NO_LOCK), password: '' }
}

interface LockedJournalPanelProps {
  /** Says that the journal is locked, and what that prevents. */
  sentence?: string
}

/** Shown while the journal is locked, in place of it or of something that contains it. */
export function LockedJournalPanel({
  sentence = 'Your journal is locked.',
}: LockedJournalPanelProps): ReactElement {
  const client = useQueryClient()
  const { username } = useMember()
  const { form, ...unlock } = useServerForm({
    initial: { password: '' },
    values: JournalUnlock,
    save: (body) => call(moodCalls.unlock, { body }),
    onSaved: (lock) => setLock(client, lock),
  })
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={unlock.submit} className="flex max-w-md flex-col gap-3">
      <p>{sentence}</p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field
        label="Password"
        hideLabel
        error={errors.password?.message ?? unlock.sentence}
        required
      >
        <PasswordInput
          placeholder="Password"
          autoComplete="current-password"
          {...form.register('password')}
        />
      </Field>
      <Button type="submit" busy={unlock.isSaving} className="self-start">
        Open my journal
      </Button>
    </Form>
  )
}
