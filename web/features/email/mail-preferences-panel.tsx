import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { EmailPreferences, MailingKind, MyEmailPreferences } from '#contract/email.ts'
import { MAILING_WORDS } from '#web/features/email/mailing-words.ts'
import { emailPreferencesQuery } from '#web/features/email/queries.ts'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toastError } from '#web/ui/toast-store.ts'

const SAVING = ['save-email-preferences']

/** Chooses which mailings the member gets. */
export function MailPreferencesPanel(): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Email preferences</CardTitle>
        <CardDescription>
          Emails to the whole community. Account emails are always sent.
        </CardDescription>
      </CardHeader>
      <Preferences />
    </Card>
  )
}

function Preferences(): ReactElement {
  const { data: preferences, error, isFetching, refetch } = useQuery(emailPreferencesQuery)
  if (preferences) return <Switches preferences={preferences} />
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Loading your email preferences"
      rows={['h-56 w-full']}
    />
  )
}

interface SwitchRow {
  name: keyof EmailPreferences
  kind: MailingKind
  /** Whether the community sends it at all. */
  isOffered: boolean
}

function rowsOf({ offers }: MyEmailPreferences): SwitchRow[] {
  return [
    { name: 'broadcasts', kind: 'broadcast', isOffered: true },
    { name: 'dailyMessage', kind: 'daily-message', isOffered: offers.dailyMessage },
    { name: 'weeklyDigest', kind: 'weekly-digest', isOffered: offers.weeklyDigest },
  ]
}

function Switches({ preferences }: { preferences: MyEmailPreferences }): ReactElement {
  const save = useMailSwitch()
  return (
    <div className="flex flex-col gap-4">
      <Obstacle preferences={preferences} />
      <ul className="-my-2 flex flex-col divide-y divide-line">
        {rowsOf(preferences).map(({ name, kind, isOffered }) => (
          <li key={name} className="py-2">
            <Switch
              label={MAILING_WORDS[kind].name}
              aria-describedby={`${name}-help`}
              checked={preferences[name]}
              onChange={(event) => save({ name, isWanted: event.target.checked })}
            />
            <p id={`${name}-help`} className="pl-15 text-sm text-ink-quiet">
              {isOffered
                ? MAILING_WORDS[kind].help
                : 'This isn’t being sent right now. Your choice will apply once it is.'}
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
        Until it is, we don’t send you these emails. Verify it under “Email address” on this page.
      </p>
    </Notice>
  )
}

interface Choice {
  name: keyof EmailPreferences
  isWanted: boolean
}

/**
 * Saves a switch immediately. The choice shows before the server has it and is undone on failure.
 * Several are sent one after the other, and the last response updates the preferences.
 */
function useMailSwitch(): (choice: Choice) => void {
  const client = useQueryClient()
  const { queryKey } = emailPreferencesQuery
  const show = ({ name, isWanted }: Choice): void => {
    client.setQueryData(queryKey, (shown) => shown && { ...shown, [name]: isWanted })
  }
  const { mutate } = useMutation({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: ({ name, isWanted }: Choice) =>
      call(emailCalls.savePreferences, { body: { [name]: isWanted } }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      show(choice)
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: SAVING }) === 1) client.setQueryData(queryKey, saved)
    },
    onError: (error, { name, isWanted }) => {
      show({ name, isWanted: !isWanted })
      toastError('Your choice was not saved', error)
    },
  })
  return mutate
}
