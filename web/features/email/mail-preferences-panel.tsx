import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { EmailPreferences, MailingKind, MyEmailPreferences } from '#contract/email.ts'
import { MAILING_WORDS } from '#web/features/email/mailing-words.ts'
import { emailPreferencesQuery } from '#web/features/email/queries.ts'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { useOptimisticSave } from '#web/lib/use-optimistic-save.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Chooses which mailings the member gets. */
export function MailPreferencesPanel(): ReactElement {
  const preferences = useQuery(emailPreferencesQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Email preferences</CardTitle>
        <CardDescription>
          Emails to the whole community. Account emails are always sent.
        </CardDescription>
      </CardHeader>
      <Loaded query={preferences} label="Loading your email preferences" rows={['h-16 w-full']}>
        {(data) => <Switches preferences={data} />}
      </Loaded>
    </Card>
  )
}

interface SwitchRow {
  name: keyof EmailPreferences
  kind: MailingKind
}

/** Only what the community sends. A choice about another mailing applies once it is sent again. */
function rowsOf({ offers }: MyEmailPreferences): SwitchRow[] {
  return [
    { name: 'broadcasts', kind: 'broadcast' },
    ...(offers.dailyMessage ? [{ name: 'dailyMessage', kind: 'daily-message' } as const] : []),
    ...(offers.weeklyDigest ? [{ name: 'weeklyDigest', kind: 'weekly-digest' } as const] : []),
  ]
}

function Switches({ preferences }: { preferences: MyEmailPreferences }): ReactElement {
  const save = useMailSwitch()
  return (
    <div className="flex flex-col gap-4">
      <Obstacle preferences={preferences} />
      <ul className="-my-2 flex flex-col divide-y divide-line">
        {rowsOf(preferences).map(({ name, kind }) => (
          <li key={name} className="py-2">
            <Switch
              label={MAILING_WORDS[kind].name}
              className="flex-row-reverse justify-between"
              aria-describedby={`${name}-help`}
              checked={preferences[name]}
              onChange={(event) => save({ name, isWanted: event.target.checked })}
            />
            <p id={`${name}-help`} className="pr-15 text-sm text-ink-quiet">
              {MAILING_WORDS[kind].help}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Explains why none of these emails arrive, whatever is chosen. */
function Obstacle({ preferences }: { preferences: MyEmailPreferences }): ReactElement | null {
  if (preferences.isBounced) {
    return (
      <Notice title="We’ve stopped sending these emails to your address">
        <p>
          Emails to it bounced or were marked as spam. Once your mailbox works, ask our team to
          start them again.
        </p>
      </Notice>
    )
  }
  if (preferences.emailVerified) return null
  return (
    <Notice title="Your address is not verified yet">
      <p>
        Until it is, we don’t send you these emails.{' '}
        <Link
          to="/account/$section"
          params={{ section: 'profile' }}
          className="text-primary underline underline-offset-4"
        >
          Verify it under Profile
        </Link>
        .
      </p>
    </Notice>
  )
}

interface Choice {
  name: keyof EmailPreferences
  isWanted: boolean
}

function useMailSwitch(): (choice: Choice) => void {
  return useOptimisticSave({
    queryKey: emailPreferencesQuery.queryKey,
    key: ['save-email-preferences'],
    call: ({ name, isWanted }: Choice) =>
      call(emailCalls.savePreferences, { body: { [name]: isWanted } }),
    apply: (shown, { name, isWanted }) => ({ ...shown, [name]: isWanted }),
    undo: (shown, { name, isWanted }) => ({ ...shown, [name]: !isWanted }),
  })
}
