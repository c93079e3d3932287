import { type FormEvent, type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useChangeUser } from '#web/features/accounts/use-change-user.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useDeviceTimeZone, zoneLabel } from '#web/lib/time-zone.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { ZoneOptions } from '#web/lib/zone-options.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Sets the time zone in which the member's day begins at 3 AM. */
export function TimeZoneCard({ member }: { member: User }): ReactElement {
  /** Undefined until the member picks one, because the account may load after the page. */
  const [picked, setChosen] = useState<string>()
  const chosen = picked ?? member.timeZone
  const device = useDeviceTimeZone()
  const { locale } = useDates()
  const clock = useNow((now) => clockTime(now, { locale, timeZone: chosen }))
  const change = useChangeUser()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(
      { timeZone: chosen },
      { onSuccess: () => void toast({ title: 'Time zone saved' }) },
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
            This device is in {zoneLabel(device)}.{' '}
            <Button variant="link" size="sm" onClick={() => setChosen(device)}>
              Choose {zoneLabel(device)}
            </Button>
          </p>
        ) : null}
        <Button
          type="submit"
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
