import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  CONNECTION_TITLES,
  type Connection,
  type ConnectionArea,
  SECRET_VARIABLES,
} from '#contract/connections.ts'
import { BackupKeyStep } from '#web/features/admin/keeper/backup-key-step.tsx'
import {
  AREAS,
  type ReportsStep,
  type Service,
  type VariableField,
} from '#web/features/admin/keeper/connection-areas.ts'
import {
  allFields,
  bodyOf,
  Draft,
  describeConnection,
  draftOf,
  serviceOf,
} from '#web/features/admin/keeper/connection-values.ts'
import { showConnection } from '#web/features/admin/keeper/queries.ts'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { ApiError, call } from '#web/lib/api.ts'
import { connectionCalls } from '#web/lib/calls.gen.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

interface AreaFormProps {
  connection: Connection
  /** Called once it is saved, and without it there is no Cancel. */
  onClose?: () => void
}

/** Asks which service is used, then for what only that service needs. */
export function AreaForm({ connection, onClose }: AreaFormProps): ReactElement {
  const { services } = AREAS[connection.area]
  const only = services.length === 1 ? services[0] : undefined
  const [chosen, setChosen] = useState(serviceOf(connection) ?? only)
  return (
    <div className="flex max-w-prose flex-col gap-5">
      {only ? null : (
        <ChoiceField
          legend={
            connection.area === 'backups'
              ? 'Where do you keep your backups?'
              : 'Which service do you use?'
          }
          labels={Object.fromEntries(services.map(({ label }) => [label, label]))}
          name={`service-${connection.area}`}
          chosen={chosen?.label ?? ''}
          onChange={({ target }) => setChosen(services.find(({ label }) => label === target.value))}
        />
      )}
      {chosen ? (
        <ServiceForm
          key={chosen.label}
          connection={connection}
          service={chosen}
          onClose={onClose}
        />
      ) : onClose ? (
        <Button variant="ghost" className="self-start" onClick={onClose}>
          Cancel
        </Button>
      ) : null}
    </div>
  )
}

export type ServiceFormReturn = UseFormReturn<Draft, unknown, Draft>

function ServiceForm({
  connection,
  service,
  onClose,
}: AreaFormProps & { service: Service }): ReactElement {
  const { area, webhookUrl, secrets } = connection
  const { intro, fields, reports } = service
  const client = useQueryClient()
  const isOwn = serviceOf(connection) === service
  const isStored = (name: string): boolean => isOwn && secrets.includes(name)
  const { form, submit, send, isSaving, error } = useServerForm({
    initial: { ...draftOf(service, connection), kept: '' },
    values: Draft.superRefine((draft, context) => {
      for (const { name, isOptional } of allFields(service)) {
        if (isOptional || draft[name] || isStored(name)) continue
        context.addIssue({ code: 'custom', path: [name], message: 'Fill this in.' })
      }
      const problem = area === 'backups' && keyProblem(draft, connection)
      if (problem) {
        context.addIssue({ code: 'custom', path: ['BACKUP_RECIPIENT'], message: problem })
      }
    }),
    version: connection.version,
    save: ({ kept, anyway, ...draft }, _changed, version) => {
      const query = {
        ...(anyway && { anyway: 'true' as const }),
        ...(kept && { kept: 'true' as const }),
      }
      return call(connectionCalls.save, {
        params: { area },
        query,
        body: { ...bodyOf(service, draft), version },
        describe: (value) => describeConnection(area, value),
      })
    },
    done: `${CONNECTION_TITLES[area]} saved`,
    onSaved: (saved) => {
      onClose?.()
      return showConnection(client, saved)
    },
  })
  // The key is made first.
  const recipient = useWatch({ control: form.control, name: 'BACKUP_RECIPIENT' })
  const lacksKey = area === 'backups' && !recipient
  const Heading = onClose ? 'h3' : 'h4'
  const inputOf = (field: VariableField): ReactElement => (
    <VariableInput key={field.name} form={form} field={field} isStored={isStored(field.name)} />
  )
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {area === 'backups' ? (
        <Heading className="font-semibold">First, set up the place</Heading>
      ) : null}
      {typeof intro === 'object' ? (
        <NumberedSteps steps={intro} />
      ) : intro ? (
        <p className="max-w-prose">
          <Linked text={intro} />
        </p>
      ) : null}
      {fields.map(inputOf)}
      {reports && webhookUrl && (isOwn || !reports.field.isOptional) ? (
        <Reports step={reports} address={webhookUrl}>
          {inputOf(reports.field)}
        </Reports>
      ) : null}
      {area === 'backups' ? (
        <BackupKeyStep form={form} known={connection.values.BACKUP_RECIPIENT} heading={Heading} />
      ) : null}
      <SaveError
        error={error}
        saveAnyway={form.handleSubmit((draft) => send({ ...draft, anyway: 'true' }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={lacksKey ? 'outline' : 'default'} busy={isSaving}>
          Save
        </Button>
        {onClose ? (
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        ) : null}
        <p className="text-sm text-ink-quiet">
          {lacksKey ? 'Make or enter the key first, then save.' : TRIED_FIRST[area]}
        </p>
      </div>
    </Form>
  )
}

function NumberedSteps({ steps }: { steps: readonly string[] }): ReactElement {
  return (
    <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5">
      {steps.map((step) => (
        <li key={step}>
          <Linked text={step} />
        </li>
      ))}
    </ol>
  )
}

/** The address of a service in a text, such as `admin.microsoft.com`. */
const ADDRESS = /((?:[a-z]+\.)+com(?:\/[a-z]+)?)/

/** A text in which the addresses of services are links. */
function Linked({ text }: { text: string }): ReactNode {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a
        key={part}
        href={`https://${part}`}
        target="_blank"
        rel="noreferrer"
        className="font-medium wrap-anywhere text-primary underline underline-offset-4"
      >
        {part}
      </a>
    ),
  )
}

/** Nobody can open backups whose key wasn't kept. */
function keyProblem(draft: Draft, { values }: Connection): string | undefined {
  if (!draft.BACKUP_RECIPIENT) return 'Make or enter a key first.'
  if (draft.BACKUP_RECIPIENT === values.BACKUP_RECIPIENT || draft.kept) return undefined
  return 'Confirm first that you’ve kept the key.'
}

/** The trial before it is saved. */
const TRIED_FIRST: Record<ConnectionArea, string> = {
  email: 'We’ll sign in there before saving. Then send yourself a test email.',
  payments: 'We’ll check the key, and what Stripe reports, before saving.',
  ai: 'We’ll try the connection before saving it.',
  backups: 'We’ll write, read and delete a small test file there before saving.',
}

/** The values to enter at the service, so that it reports back. */
function Reports({
  step: { title, steps, events },
  address,
  children,
}: {
  step: ReportsStep
  address: string
  children: ReactElement
}): ReactElement {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5" aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <NumberedSteps steps={steps} />
      <div>
        <p className="mb-1.5 font-medium">Address</p>
        <CopyField label="Address" value={address} />
      </div>
      {events ? (
        <Disclosure summary={`Select these ${events.length} events`} className="border-b-0">
          <ul className="flex flex-col gap-1.5">
            {events.map((name) => (
              <li key={name}>
                {/* Small enough for a phone, so that no name breaks. */}
                <code className="text-xs wrap-anywhere sm:text-sm">{name}</code>
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
      {children}
    </section>
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
  const notice = useRef<HTMLDivElement>(null)
  const isTrial = error instanceof ApiError && error.fields.anyway !== undefined
  useEffect(() => {
    if (isTrial && error) notice.current?.focus()
  }, [isTrial, error])
  if (!isTrial) return <ErrorNotice title="Failed to save the connection" error={error} />
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice variant="error" title="It doesn’t work, so nothing was saved">
        <p className="mb-3 wrap-anywhere">{error.sentence}</p>
        <Button variant="outline" size="sm" onClick={() => void saveAnyway()}>
          Save anyway
        </Button>
      </Notice>
    </div>
  )
}

interface VariableInputProps {
  form: ServiceFormReturn
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
