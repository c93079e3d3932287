import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  CONNECTION_TITLES,
  type Connection,
  type ConnectionArea,
  SECRET_VARIABLES,
} from '#contract/connections.ts'
import {
  AREAS,
  bodyOf,
  Draft,
  draftOf,
  providerOf,
  type VariableField,
} from '#web/features/admin/keeper/connection-areas.ts'
import { connectionsQuery, showConnection } from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { ApiError, call } from '#web/lib/api.ts'
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

function AreaCard({ connection }: { connection: Connection }): ReactElement {
  const { area, source, problem } = connection
  const { description, without } = AREAS[area]
  const title = CONNECTION_TITLES[area]
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SectionCard title={title} description={[description, without].join(' ').trim()} level={3}>
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
        Set up on the server, which takes precedence over this page: {environment.join(', ')}. To
        set it up here, remove these from the server’s settings and restart Folx.
      </p>
    )
  }
  const { choice } = AREAS[area]
  const provider = providerOf(area, choice ? values[choice] : undefined)
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {choice ? <Fact name="Provider">{provider.label}</Fact> : null}
      {provider.fields.map(({ name, label }) => {
        const text = secrets.includes(name) ? 'Stored' : values[name]
        return text ? (
          <Fact key={name} name={label}>
            {text}
          </Fact>
        ) : null
      })}
    </dl>
  )
}

function TestButton({ area }: { area: ConnectionArea }): ReactElement {
  const { test } = AREAS[area]
  const testing = useAction({
    call: () => call(connectionCalls.test, { params: { area } }),
    failed: 'Failed to test the connection',
  })
  const { data } = testing
  return (
    <>
      <ActionButton label={test} entry={CONNECTION_TITLES[area]} action={testing} />
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
  const { without } = AREAS[area]
  const title = CONNECTION_TITLES[area]
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
        description: `${without} The stored passwords and keys are deleted.`,
        isDestructive: true,
      }}
    />
  )
}

type AreaFormReturn = UseFormReturn<Draft, unknown, Draft>

function AreaForm({
  connection,
  onClose,
}: {
  connection: Connection
  onClose: () => void
}): ReactElement {
  const { area, webhookUrl, secrets } = connection
  const { choice, choiceLabel, providers } = AREAS[area]
  const client = useQueryClient()
  const { form, submit, send, isSaving, error } = useServerForm({
    initial: draftOf(connection),
    values: Draft,
    save: (draft) => {
      const query = draft.anyway ? ({ anyway: 'true' } as const) : {}
      return call(connectionCalls.save, { params: { area }, query, body: bodyOf(area, draft) })
    },
    done: `${CONNECTION_TITLES[area]} saved`,
    onSaved: (saved) => {
      onClose()
      return showConnection(client, saved)
    },
  })
  const chosen = useWatch({ control: form.control, name: choice ?? 'none' })
  const provider = providerOf(area, chosen)
  return (
    <Form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-5">
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
      <SaveError
        error={error}
        saveAnyway={form.handleSubmit((draft) => send({ ...draft, anyway: 'true' }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
          Save
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <p className="text-sm text-ink-quiet">We’ll try the connection before saving it.</p>
      </div>
    </Form>
  )
}

/** Why nothing was saved. What doesn’t work at the moment can be saved all the same. */
function SaveError({
  error,
  saveAnyway,
}: {
  error: Error | null
  saveAnyway: () => unknown
}): ReactElement | null {
  if (!(error instanceof ApiError && error.fields.anyway)) {
    return <ErrorNotice title="Failed to save the connection" error={error} />
  }
  return (
    <Notice variant="error" title="It doesn’t work, so nothing was saved">
      <p className="mb-3 wrap-anywhere">{error.sentence}</p>
      <Button variant="outline" size="sm" onClick={() => void saveAnyway()}>
        Save anyway
      </Button>
    </Notice>
  )
}

interface VariableInputProps {
  form: AreaFormReturn
  field: VariableField
  isStored: boolean
}

function VariableInput({ form, field, isStored }: VariableInputProps): ReactElement {
  const { name, help, placeholder, isOptional } = field
  const label = isOptional ? `${field.label} (optional)` : field.label
  const required = !isOptional
  if (!SECRET_VARIABLES.has(name)) {
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
