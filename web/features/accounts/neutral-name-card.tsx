import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import { useChangeUser } from '#web/features/accounts/use-change-user.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Radio } from '#web/ui/radio.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface Choice {
  name: NeutralName | null
  label: string
  icon: string
}

/** Chooses a name and an icon that don't reveal what the site is for. */
export function NeutralNameCard({ member }: { member: User }): ReactElement {
  const siteTitle = useSiteTitle()
  const change = useChangeUser()
  const shown = change.isPending ? (change.variables.neutralName ?? null) : member.neutralName
  const handleChange = (neutralName: NeutralName | null): void => {
    if (change.isPending) return
    change.mutate(
      { neutralName },
      {
        onSuccess: () =>
          void toast({
            title: neutralName ? `Now called ${NEUTRAL_NAMES[neutralName]}` : 'Name saved',
          }),
      },
    )
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle id="neutral-name-title">Neutral name</CardTitle>
        <CardDescription>
          Hides the site’s name from people who may see your screen or inbox. Choose it before you
          install the app.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-4">
        {change.error ? <Notice variant="error">{sentenceOf(change.error)}</Notice> : null}
        <div
          role="radiogroup"
          aria-labelledby="neutral-name-title"
          className="grid grid-cols-2 gap-x-6"
        >
          {choicesOf(siteTitle).map(({ name, label, icon }) => (
            <Radio
              key={label}
              name="neutral-name"
              checked={name === shown}
              onChange={() => handleChange(name)}
            >
              <img src={icon} alt="" width={28} height={28} />
              <span className="min-w-0 wrap-anywhere">{label}</span>
            </Radio>
          ))}
        </div>
        <Disclosure summary="What this hides, and what it doesn’t">
          <div className="flex flex-col gap-3">
            <p>
              The name and its icon replace {siteTitle} in browser tabs and in notifications, and on
              your home screen if you install the app from now on. An app that is already installed
              keeps its name until you remove it and install it again.
            </p>
            <p>
              Our emails to you come from the neutral name, with a subject such as “Notes: something
              new”.
            </p>
            <p className="font-medium">These still show that you use {siteTitle}:</p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              <li>the pages themselves, for anyone who opens the app on your unlocked phone</li>
              <li>the address bar and your browser history</li>
              <li>the address that our emails come from, their preview and their text</li>
              <li>bank and card statements, if you buy something</li>
            </ul>
          </div>
        </Disclosure>
      </div>
    </Card>
  )
}

function choicesOf(siteTitle: string): Choice[] {
  return [
    { name: null, label: siteTitle, icon: '/icons/icon.svg' },
    { name: 'notes', label: NEUTRAL_NAMES.notes, icon: '/icons/notes.svg' },
    { name: 'journal', label: NEUTRAL_NAMES.journal, icon: '/icons/journal.svg' },
    { name: 'daily', label: NEUTRAL_NAMES.daily, icon: '/icons/daily.svg' },
  ]
}
