import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { CURRENCIES } from '#contract/currencies.ts'
import { TimeZone } from '#contract/fields.ts'
import { SETTINGS_LIMITS } from '#contract/settings.ts'
import type { SettingsFormReturn } from '#web/features/admin/settings/settings-values.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { ZoneOptions } from '#web/lib/zone-options.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

interface SiteFieldsProps {
  form: SettingsFormReturn
  savedZone: string
}

/** The site's title, help address, time zone, response time goal, membership and currency. */
export function SiteFields({ form, savedZone }: SiteFieldsProps): ReactElement {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Field
        label="Site title"
        help="The site’s name, in its header and emails."
        error={errors.siteTitle?.message}
        required
      >
        <Input
          autoComplete="off"
          maxLength={SETTINGS_LIMITS.siteTitle}
          {...register('siteTitle')}
        />
      </Field>
      <Field
        label="Help address"
        help="The email address where members can ask for help. Leave it empty to show none."
        error={errors.helpEmail?.message}
      >
        <Input type="email" autoComplete="off" maxLength={254} {...register('helpEmail')} />
      </Field>
      <ZoneField form={form} savedZone={savedZone} />
      <Field
        label="Response time goal (hours)"
        help="How soon your team aims to answer guidance requests."
        error={errors.answerPromiseHours?.message}
        required
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="max-w-32"
          {...register('answerPromiseHours')}
        />
      </Field>
      <Field
        label="Membership product ID"
        help="Subscribers to this product can join live coaching."
        error={errors.membershipProductId?.message}
        required
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="max-w-32"
          {...register('membershipProductId')}
        />
      </Field>
      <Field
        label="Currency"
        help="Used for all prices. It can’t be changed after the first sale."
        error={errors.currency?.message}
        required
      >
        <Select {...register('currency')}>
          {CURRENCIES.map((currency) => (
            <option key={currency} value={currency}>
              {currencyName(currency)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function ZoneField({ form, savedZone }: SiteFieldsProps): ReactElement {
  const zone = useWatch({ control: form.control, name: 'timeZone' })
  const { locale } = useDates()
  const isZone = TimeZone.safeParse(zone).success
  const clock = useNow((now) => (isZone ? clockTime(now, { locale, timeZone: zone }) : ''))
  return (
    <Field
      label="Time zone"
      help={`The community’s day begins at 3 AM in this time zone. ${clock && `It’s ${clock} there now.`}`}
      error={form.formState.errors.timeZone?.message}
      required
    >
      <Select {...form.register('timeZone')}>
        <ZoneOptions extra={[savedZone]} />
      </Select>
    </Field>
  )
}

const NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })

/** 'US Dollar (USD)'. */
function currencyName(currency: string): string {
  const code = currency.toUpperCase()
  return `${NAMES.of(code) ?? code} (${code})`
}
