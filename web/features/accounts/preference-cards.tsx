import { type FormEvent, type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import { useChangeUser } from '#web/features/accounts/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { chooseTheme, type Theme } from '#web/lib/theme.ts'
import { useDeviceTimeZone, zonePlace } from '#web/lib/time-zone.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { useTheme } from '#web/lib/use-theme.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { ZoneOptions } from '#web/lib/zone-options.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Radio } from '#web/ui/radio.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'

const CHOICES: { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'Same as this device' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
]

/** Sets the time zone in which the member's day begins at 3 AM. */
export function TimeZoneCard({ member }: { member: User }): ReactElement {
  /** Undefined until the member picks one, because the account may load after the page. */
  const [picked, setPicked] = useState<{ zone: string; began: string }>()
  const chosen = picked?.zone ?? member.timeZone
  const setChosen = (zone: string): void =>
    setPicked({ zone, began: picked?.began ?? member.version })
  const device = useDeviceTimeZone()
  const { locale } = useDates()
  const clock = useNow((now) => clockTime(now, { locale, timeZone: chosen }))
  const change = useChangeUser()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(
      { timeZone: chosen, version: picked?.began },
      {
        onSuccess: (user) => {
          setPicked(undefined)
          toast({ title: isNewer(user) ? NEWER_KEPT : 'Time zone saved' })
        },
      },
    )
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>Time zone</CardTitle>
        <CardDescription>Your day here begins at 3 AM, in this time zone.</CardDescription>
      </CardHeader>
      <Form onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field
          label="Time zone"
          hideLabel
          help={`It is ${clock} there now.`}
          error={change.error ? sentenceOf(change.error) : undefined}
        >
          <Select
            name="timeZone"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <ZoneOptions extra={device ? [member.timeZone, device] : [member.timeZone]} />
          </Select>
        </Field>
        {device && device !== chosen ? (
          <p className="text-sm">
            This device is in {zonePlace(device)}.{' '}
            <Button variant="link" size="sm" onClick={() => setChosen(device)}>
              Choose {zonePlace(device)}
            </Button>
          </p>
        ) : null}
        <Button
          type="submit"
          variant="outline"
          busy={change.isPending}
          disabled={chosen === member.timeZone}
          className="self-start"
        >
          Save Time Zone
        </Button>
      </Form>
    </Card>
  )
}

/** Chooses the color theme on this device. */
export function AppearanceCard(): ReactElement {
  const theme = useTheme()
  return (
    <Card>
      <CardHeader>
        <CardTitle id="appearance-title">Colors</CardTitle>
        <CardDescription>Only on this device.</CardDescription>
      </CardHeader>
      <div role="radiogroup" aria-labelledby="appearance-title" className="flex flex-wrap gap-x-6">
        {CHOICES.map(({ theme: each, label }) => (
          <Radio
            key={each}
            name="theme"
            checked={each === theme}
            onChange={() => chooseTheme(each)}
          >
            {label}
          </Radio>
        ))}
      </div>
    </Card>
  )
}

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
        <CardTitle id="neutral-name-title">A neutral name for {siteTitle}</CardTitle>
        <CardDescription>
          Another name and icon, in case someone else sees your screen or inbox.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-4">
        {change.error ? <Notice variant="error">{sentenceOf(change.error)}</Notice> : null}
        <div
          role="radiogroup"
          aria-labelledby="neutral-name-title"
          className="grid grid-cols-2 gap-x-6 max-[16rem]:grid-cols-1"
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
            <p className="font-medium">These show the neutral name:</p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              <li>browser tabs and notifications</li>
              <li>
                your home screen, if you install the app after you choose the name. If it’s already
                there, remove it and install it again.
              </li>
              <li>our emails: their sender, and a subject such as “Notes: something new”</li>
            </ul>
            <p className="font-medium">These still show {siteTitle}:</p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              <li>the pages themselves, on your unlocked phone</li>
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
