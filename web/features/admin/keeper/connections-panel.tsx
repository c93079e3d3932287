import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Connection, ConnectionArea, ConnectionVariable } from '#contract/connections.ts'
import { connectionsQuery, showConnection } from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { call } from '#web/lib/api.ts'
import { connectionCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** Connects email, payments, AI and backups. */
export function ConnectionsPanel(): ReactElement {
  const connections = useQuery(connectionsQuery)
  return (
    <section aria-labelledby="connections" className="flex flex-col gap-5">
      <div>
        <h2 id="connections">Connections</h2>
        <p className="max-w-prose text-ink-quiet">
          The services that your community uses. Passwords and keys are stored encrypted, and nobody
          can read them here again.
        </p>
      </div>
      <Loaded
        query={connections}
        label="Loading the connections"
        rows={['h-64 rounded-xl', 'h-64 rounded-xl']}
        className="flex flex-col gap-4"
      >
        {(list) => list.map((each) => <AreaCard key={each.area} connection={each} />)}
      </Loaded>
    </section>
  )
}

interface VariableField {
  name: ConnectionVariable
  label: string
  help?: ReactNode
  placeholder?: string
  isSecret?: boolean
  isOptional?: boolean
}

interface Provider {
  /** What the service is called, and the value of the variable that chooses it. */
  label: string
  value: string
  /** What to do at the provider first. */
  intro?: ReactNode
  fields: readonly VariableField[]
}

interface AreaWords {
  title: string
  description: string
  /** The variable that names the provider, where there is a choice. */
  choice?: ConnectionVariable
  choiceLabel?: string
  providers: readonly Provider[]
  test: string
}

const SENDER: VariableField = {
  name: 'MAIL_FROM',
  label: 'Sender',
  help: 'The name and the address that your emails come from. The address must be at a domain that your provider knows.',
  placeholder: 'Riverside <hello@riverside.example>',
}

const AREAS: Record<ConnectionArea, AreaWords> = {
  email: {
    title: 'Email',
    description: 'Without it, members get no sign-in codes, no password resets and no broadcasts.',
    choice: 'MAIL_PROVIDER',
    choiceLabel: 'Email provider',
    test: 'Send me a test email',
    providers: [
      {
        label: 'Resend',
        value: 'resend',
        intro:
          'Make an account at resend.com and add your domain there under Domains. Then copy the following from Resend.',
        fields: [
          SENDER,
          {
            name: 'RESEND_API_KEY',
            label: 'API key',
            help: 'API Keys → Create API key. It begins with re_.',
            isSecret: true,
          },
          {
            name: 'RESEND_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'Webhooks → Add webhook, with the address above and all events about emails. The secret begins with whsec_. Without it, the site doesn’t see which emails bounce.',
            isSecret: true,
            isOptional: true,
          },
        ],
      },
      {
        label: 'Another email server',
        value: 'smtp',
        intro:
          'Your email provider’s help pages list these under “SMTP” or “Outgoing mail server”.',
        fields: [
          SENDER,
          { name: 'SMTP_HOST', label: 'Server name', placeholder: 'mail.riverside.example' },
          {
            name: 'SMTP_PORT',
            label: 'Port',
            help: 'Usually 465 or 587. The connection is always encrypted.',
            placeholder: '465',
            isOptional: true,
          },
          { name: 'SMTP_USER', label: 'User name', isOptional: true },
          { name: 'SMTP_PASSWORD', label: 'Password', isSecret: true, isOptional: true },
        ],
      },
    ],
  },
  payments: {
    title: 'Payments',
    description: 'Without it, nothing can be bought.',
    test: 'Test the connection',
    choice: 'PAYMENTS_PROVIDER',
    providers: [
      {
        label: 'Stripe',
        value: 'stripe',
        intro:
          'Make an account at stripe.com. To try it without money, switch on its test mode first. Then copy the following from Developers.',
        fields: [
          {
            name: 'STRIPE_SECRET_KEY',
            label: 'Secret key',
            help: 'Developers → API keys. It begins with sk_live_, or sk_test_ in test mode.',
            isSecret: true,
          },
          {
            name: 'STRIPE_WEBHOOK_SECRET',
            label: 'Signing secret',
            help: 'Developers → Webhooks → Add endpoint, with the address above and the events checkout.session.*, customer.subscription.*, invoice.paid, invoice.payment_failed, charge.refunded and charge.dispute.*. The secret begins with whsec_.',
            isSecret: true,
          },
        ],
      },
    ],
  },
  ai: {
    title: 'AI',
    description:
      'Drafts daily messages and reflections. Without it, they come from the built-in library. Any service with OpenAI’s API works. Nothing that members write is sent to it.',
    test: 'Ask for a sample',
    providers: [
      {
        label: 'AI',
        value: '',
        fields: [
          { name: 'AI_BASE_URL', label: 'Address', placeholder: 'https://api.openai.com/v1' },
          {
            name: 'AI_MODEL',
            label: 'Model',
            help: 'The name of the model, as your provider lists it.',
          },
          {
            name: 'AI_API_KEY',
            label: 'API key',
            help: 'At OpenAI: API keys → Create new secret key.',
            isSecret: true,
          },
        ],
      },
    ],
  },
  backups: {
    title: 'Backups',
    description:
      'Where encrypted copies of the whole site go. Without it, everything is lost with the server.',
    test: 'Test the place',
    providers: [
      {
        label: 'Backups',
        value: '',
        fields: [
          {
            name: 'BACKUP_DIR',
            label: 'Place',
            help: 'A bucket of a store such as Amazon S3, Backblaze or Hetzner, or a folder on another disk of the server.',
            placeholder: 's3://my-backups/folx',
          },
          {
            name: 'BACKUP_RECIPIENT',
            label: 'Public half of the backup key',
            help: 'Begins with age1. It can only make backups, not open them.',
          },
          {
            name: 'BACKUP_S3_ACCESS_KEY_ID',
            label: 'Access key of the bucket',
            help: 'For a folder, leave this and the fields below empty.',
            isOptional: true,
          },
          {
            name: 'BACKUP_S3_SECRET_ACCESS_KEY',
            label: 'Secret access key of the bucket',
            isSecret: true,
            isOptional: true,
          },
          { name: 'BACKUP_S3_REGION', label: 'Region', placeholder: 'us-east-1', isOptional: true },
          {
            name: 'BACKUP_S3_ENDPOINT',
            label: 'Address of the store',
            help: 'For stores other than Amazon’s.',
            placeholder: 'https://',
            isOptional: true,
          },
        ],
      },
    ],
  },
}

function AreaCard({ connection }: { connection: Connection }): ReactElement {
  const { area, source, problem } = connection
  const { title, description } = AREAS[area]
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SectionCard title={title} description={description} level={3}>
      <div className="flex flex-col gap-4">
        {problem ? (
          <Notice variant="error" title="These settings can’t be used">
            {problem}
          </Notice>
        ) : null}
        {isOpen ? (
          <AreaForm connection={connection} onClose={() => setIsOpen(false)} />
        ) : (
          <>
            <Summary connection={connection} />
            <div className="flex flex-wrap items-start gap-3">
              {source === 'none' ? null : <TestButton area={area} />}
              {source === 'environment' ? null : (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`${source === 'none' ? 'Connect' : 'Change'}: ${title}`}
                  onClick={() => setIsOpen(true)}
                >
                  {source === 'none' ? 'Connect' : 'Change'}
                </Button>
              )}
              {source === 'page' ? <DisconnectButton area={area} /> : null}
            </div>
          </>
        )}
      </div>
    </SectionCard>
  )
}

/** What is connected, without secrets. */
function Summary({ connection }: { connection: Connection }): ReactElement {
  const { area, source, environment, values, secrets } = connection
  if (source === 'none') return <p>Not connected.</p>
  if (source === 'environment') {
    return (
      <p className="wrap-anywhere">
        Set up on the server, which wins over this page: {environment.join(', ')}. To set it up
        here, remove these from the server’s settings and restart Folx.
      </p>
    )
  }
  const { choice } = AREAS[area]
  const provider = providerOf(area, choice ? values[choice] : undefined)
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {choice ? <Fact term="Provider" text={provider.label} /> : null}
      {provider.fields.map(({ name, label }) => {
        const text = secrets.includes(name) ? 'Stored' : values[name]
        return text ? <Fact key={name} term={label} text={text} /> : null
      })}
    </dl>
  )
}

function Fact({ term, text }: { term: string; text: string }): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-quiet">{term}</dt>
      <dd className="wrap-anywhere">{text}</dd>
    </div>
  )
}

function providerOf(area: ConnectionArea, value: string | undefined): Provider {
  const { providers } = AREAS[area]
  const provider = providers.find((each) => each.value === value) ?? providers[0]
  if (!provider) throw new Error('Each area has a provider.')
  return provider
}

function TestButton({ area }: { area: ConnectionArea }): ReactElement {
  const { test, title } = AREAS[area]
  const testing = useAction({
    call: () => call(connectionCalls.test, { params: { area } }),
    failed: 'Failed to test the connection',
  })
  const { data } = testing
  return (
    <>
      <ActionButton label={test} entry={title} action={testing} />
      {data && !testing.isPending ? (
        <Notice
          variant={data.works ? 'success' : 'error'}
          title={data.works ? 'It works' : 'It doesn’t work'}
          className="order-last w-full"
        >
          <p className="wrap-anywhere">{data.sentence}</p>
        </Notice>
      ) : null}
    </>
  )
}

function DisconnectButton({ area }: { area: ConnectionArea }): ReactElement {
  const { title, description } = AREAS[area]
  const client = useQueryClient()
  const removing = useAction({
    call: () => call(connectionCalls.remove, { params: { area } }),
    onDone: (saved) => showConnection(client, saved),
    done: `${title} disconnected`,
    failed: 'Failed to disconnect',
  })
  return (
    <ActionButton
      label="Disconnect"
      entry={title}
      action={removing}
      confirm={{
        title: `Disconnect ${title}?`,
        description: `${description} The stored passwords and keys are deleted.`,
        isDestructive: true,
      }}
    />
  )
}

type Draft = Record<string, string>
const Draft = z.record(z.string(), z.string())
type AreaFormReturn = UseFormReturn<Draft, unknown, Draft>

function AreaForm({
  connection,
  onClose,
}: {
  connection: Connection
  onClose: () => void
}): ReactElement {
  const { area, webhookUrl, secrets } = connection
  const { title, choice, choiceLabel, providers } = AREAS[area]
  const client = useQueryClient()
  const { form, submit, isSaving, error } = useServerForm({
    initial: draftOf(connection),
    values: Draft,
    save: (draft) => call(connectionCalls.save, { params: { area }, body: bodyOf(area, draft) }),
    done: `${title} saved`,
    onSaved: (saved) => {
      onClose()
      return showConnection(client, saved)
    },
  })
  const chosen = useWatch({ control: form.control, name: choice ?? 'none' })
  const provider = providerOf(area, chosen)
  return (
    <Form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-5">
      <ErrorNotice title="Failed to save the connection" error={error} />
      {choice && choiceLabel ? (
        <ChoiceField
          legend={choiceLabel}
          labels={Object.fromEntries(providers.map(({ value, label }) => [value, label]))}
          {...form.register(choice)}
        />
      ) : null}
      {provider.intro ? <p>{provider.intro}</p> : null}
      {webhookUrl && provider.value !== 'smtp' ? (
        <div>
          <p className="mb-1.5 font-medium">Webhook address</p>
          <CopyField label="Webhook address" value={webhookUrl} />
        </div>
      ) : null}
      {area === 'backups' ? <NewBackupKey form={form} /> : null}
      {provider.fields.map((field) => (
        <VariableInput
          key={field.name}
          form={form}
          field={field}
          isStored={secrets.includes(field.name)}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving}>
          Save
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** One value for each field of every provider, so that each keeps its own while another is chosen. */
function draftOf({ area, values }: Connection): Draft {
  const { choice, providers } = AREAS[area]
  const names = providers.flatMap(({ fields }) => fields.map(({ name }) => name))
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    ...(choice && { [choice]: values[choice] ?? providers[0]?.value ?? '' }),
  }
}

/** What is sent: the fields of the chosen provider. */
function bodyOf(area: ConnectionArea, draft: Draft): Draft {
  const { choice } = AREAS[area]
  const { fields } = providerOf(area, choice && draft[choice])
  const names = [...fields.map(({ name }) => name), ...(choice ? [choice] : [])]
  return Object.fromEntries(names.map((name) => [name, draft[name] ?? '']))
}

interface VariableInputProps {
  form: AreaFormReturn
  field: VariableField
  isStored: boolean
}

function VariableInput({ form, field, isStored }: VariableInputProps): ReactElement {
  const { name, help, placeholder, isSecret, isOptional } = field
  const label = isOptional ? `${field.label} (optional)` : field.label
  const required = !isOptional
  if (!isSecret) {
    return (
      <TextField
        form={form}
        name={name}
        label={label}
        help={help}
        placeholder={placeholder}
        required={required}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    )
  }
  return (
    <Field
      label={label}
      help={help}
      required={required && !isStored}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <PasswordInput
        // Otherwise, browsers fill in the administrator’s own password.
        autoComplete="new-password"
        placeholder={isStored ? 'Stored. Leave empty to keep it.' : undefined}
        {...form.register(name)}
      />
    </Field>
  )
}

/** Makes a key, enters its public half, and shows the secret half this one time. */
function NewBackupKey({ form }: { form: AreaFormReturn }): ReactElement {
  const making = useAction({
    call: () => call(connectionCalls.newBackupKey, {}),
    onDone: ({ recipient }) => form.setValue('BACKUP_RECIPIENT', recipient, { shouldDirty: true }),
    failed: 'Failed to make a backup key',
  })
  const { data } = making
  if (data) {
    return (
      <Notice title="Keep the secret half of your new backup key">
        <p className="mb-3">
          Copy it to two safe places that aren’t on the server, such as a password manager and a
          printed page. It’s shown only now. Without it, nobody can open your backups.
        </p>
        <CopyField label="Secret half of the backup key" value={data.identity} isLong />
      </Notice>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        Backups are encrypted with a key of two halves. The public half makes them, and only the
        secret half opens them.
      </p>
      <ActionButton label="Make a new backup key" action={making} />
    </div>
  )
}
