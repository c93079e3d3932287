import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { CURRENCIES } from '#contract/currencies.ts'
import { TimeZone } from '#contract/fields.ts'
import { SETTINGS_LIMITS } from '#contract/settings.ts'
import { membershipsQuery } from '#web/features/admin/settings/queries.ts'
import type { SettingsFormReturn } from '#web/features/admin/settings/settings-values.ts'
import { clockTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { ZoneOptions } from '#web/lib/zone-options.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField, TextField } from '#web/ui/form-fields.tsx'

interface FieldsProps {
  form: SettingsFormReturn
}

export function TitleField({ form }: FieldsProps): ReactElement {
  return (
    <TextField
      form={form}
      name="siteTitle"
      label="Site title"
      help="The site’s name, in its header and emails."
      autoComplete="off"
      maxLength={SETTINGS_LIMITS.siteTitle}
      required
    />
  )
}

/** Texts that members read. */
export function TextFields({ form }: FieldsProps): ReactElement {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <TextField
        form={form}
        name="helpEmail"
        label="Email for help"
        help="The email address where members can ask for help. Leave it empty to show none."
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <TextField
        form={form}
        name="answerPromiseHours"
        label="Response time goal (hours)"
        help="How soon your team aims to answer guidance requests."
        inputMode="numeric"
        autoComplete="off"
        className="max-w-[8rem]"
        required
      />
      <TextField
        form={form}
        name="confidentialityLimit"
        label="The limit of confidentiality"
        help="One sentence above every guidance request: what your team can’t keep to itself."
        autoComplete="off"
        maxLength={SETTINGS_LIMITS.confidentiality}
        required
      />
    </div>
  )
}

export function AdultsField({ form }: FieldsProps): ReactElement {
  return (
    <Checkbox
      label={
        <span className="flex flex-col py-1">
          <span className="font-medium">This community is for adults only</span>
          <span className="text-sm text-ink-quiet">
            Everyone who joins confirms that they’re 18 or older. Who confirmed it isn’t stored.
          </span>
        </span>
      }
      {...form.register('adultsOnly')}
    />
  )
}

/** The saved product is offered whatever it is, the others if members can subscribe to them. */
export function MembershipField({ form }: FieldsProps): ReactElement {
  const { data: products = [] } = useQuery(membershipsQuery)
  const saved = form.formState.defaultValues?.membershipProductId ?? ''
  const offered = products.filter(
    ({ id, productType }) => productType === 'subscription' || String(id) === saved,
  )
  return (
    <SelectField
      form={form}
      name="membershipProductId"
      label="Membership product"
      help="Its subscribers can join live coaching. Only published subscriptions are listed."
      required
    >
      {offered.some(({ id }) => String(id) === saved) ? null : (
        <option value={saved}>Product {saved}, not published</option>
      )}
      {offered.map(({ id, title }) => (
        <option key={id} value={String(id)} dir="auto">
          {title}
        </option>
      ))}
    </SelectField>
  )
}

interface ZoneFieldProps extends FieldsProps {
  savedZone: string
}

export function ZoneAndCurrencyFields({ form, savedZone }: ZoneFieldProps): ReactElement {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <ZoneField form={form} savedZone={savedZone} />
      <SelectField
        form={form}
        name="currency"
        label="Currency"
        help="Used for all prices. It can’t be changed after the first sale."
        required
      >
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currencyName(currency)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function ZoneField({ form, savedZone }: ZoneFieldProps): ReactElement {
  const zone = useWatch({ control: form.control, name: 'timeZone' })
  const { locale } = useDates()
  const isZone = TimeZone.safeParse(zone).success
  const clock = useNow((now) => (isZone ? clockTime(now, { locale, timeZone: zone }) : ''))
  return (
    <SelectField
      form={form}
      name="timeZone"
      label="Time zone"
      help={`The community’s day begins at 3 AM in this time zone. ${clock && `It’s ${clock} there now.`}`}
      required
    >
      <ZoneOptions extra={[savedZone]} />
    </SelectField>
  )
}

const NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })

/** 'US Dollar (USD)'. */
function currencyName(currency: string): string {
  const code = currency.toUpperCase()
  return `${NAMES.of(code) ?? code} (${code})`
}
