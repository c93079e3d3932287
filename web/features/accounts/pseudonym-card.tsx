import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { AnonymousUsername, type User } from '#contract/accounts.ts'
import type { PseudonymAllowance } from '#contract/pseudonyms.ts'
import { revealsIdentity } from '#web/features/accounts/pseudonym.ts'
import {
  allowanceQuery,
  changePseudonym,
  currentUserQuery,
  securityLogQuery,
} from '#web/features/accounts/queries.ts'
import { type DateLocale, dayText } from '#web/lib/dates.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Shows the name that others see and lets the member change it. */
export function PseudonymCard({ member }: { member: User }): ReactElement {
  const [isChanging, setIsChanging] = useState(false)
  const { locale } = useDates()
  const { data: allowance } = useQuery(allowanceQuery)
  return (
    <Card aria-labelledby="community-username">
      <CardHeader>
        <CardTitle id="community-username">Community username</CardTitle>
        <CardDescription>The only name that others see.</CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-4">
        <p dir="auto" className="font-medium wrap-anywhere">
          {member.anonymousUsername}
        </p>
        {isChanging ? (
          <PseudonymForm member={member} onDone={() => setIsChanging(false)} />
        ) : (
          <Button
            variant="outline"
            className="self-start"
            disabled={!allowance || allowance.changesLeft === 0}
            onClick={() => setIsChanging(true)}
          >
            Change community username
          </Button>
        )}
        <p className="text-sm text-ink-quiet">
          {allowance ? allowanceText(allowance, { locale, timeZone: member.timeZone }) : ' '}
        </p>
      </div>
    </Card>
  )
}

function allowanceText(
  { changesLeft, nextChangeAt }: PseudonymAllowance,
  dates: DateLocale,
): string {
  if (changesLeft > 1) return 'You can change it twice a year.'
  if (changesLeft === 1) return 'You can change it one more time this year.'
  if (!nextChangeAt) return ''
  return `You’ve changed it twice this year. You can change it again on ${dayText(nextChangeAt, dates)}.`
}

const NameInput = z.object({ anonymousUsername: AnonymousUsername })

const NAME_DRAFT = {
  schema: z.object({ anonymousUsername: z.string() }),
  isEmpty: ({ anonymousUsername }: { anonymousUsername: string }) => !anonymousUsername.trim(),
  storage: tabStorage,
}

function PseudonymForm({ member, onDone }: { member: User; onDone: () => void }): ReactElement {
  const queryClient = useQueryClient()
  const [version] = useState(member.version)
  const { form, ...changing } = useServerForm({
    initial: { anonymousUsername: '' },
    values: NameInput,
    save: ({ anonymousUsername }) => changePseudonym({ anonymousUsername, version }),
    draft: { ...NAME_DRAFT, key: `pseudonym:${member.id}` },
    done: 'Community username changed',
    onSaved: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      for (const query of [allowanceQuery, securityLogQuery]) {
        void queryClient.invalidateQueries({ queryKey: query.queryKey })
      }
      onDone()
    },
  })
  const anonymousUsername = useWatch({ control: form.control, name: 'anonymousUsername' })
  const { username, email } = member
  return (
    <Form noValidate onSubmit={changing.submit} className="flex flex-col gap-4">
      {changing.sentence ? <Notice variant="error">{changing.sentence}</Notice> : null}
      <Field
        label="New community username"
        help="Your stories, replies and prayer requests will all show the new name. People who remember your old name can tell that they’re yours."
        error={form.formState.errors.anonymousUsername?.message}
        required
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('anonymousUsername')}
        />
      </Field>
      {revealsIdentity({ anonymousUsername, username, email }) ? (
        <Notice title="This name may give you away">
          It contains your username or a part of your email, so people who know those could
          recognize you.
        </Notice>
      ) : null}
      <p className="text-sm text-ink-quiet">
        Nobody else can take your old name for a year. You can go back to it, which counts as a
        change.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={changing.isSaving}>
          Change name
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
