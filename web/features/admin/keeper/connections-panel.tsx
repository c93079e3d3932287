import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { CONNECTION_TITLES, type Connection, type ConnectionArea } from '#contract/connections.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AreaForm } from '#web/features/admin/keeper/area-form.tsx'
import { AREAS } from '#web/features/admin/keeper/connection-areas.ts'
import {
  allFields,
  draftOf,
  serviceOf,
  sourceWords,
} from '#web/features/admin/keeper/connection-values.ts'
import { connectionsQuery, showConnection } from '#web/features/admin/keeper/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { call } from '#web/lib/api.ts'
import { connectionCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

export async function loadConnections({ client }: AdminLoad): Promise<void> {
  await prefetch(client, connectionsQuery)
}

/** Email and backups come first: every community needs them. */
const ORDER: readonly ConnectionArea[] = ['email', 'backups', 'payments', 'ai']

/** Connects email, backups, payments and AI. */
export function ConnectionsPanel(): ReactElement {
  const connections = useQuery(connectionsQuery)
  return (
    <section aria-label="Connections" className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-quiet">
        The services that your community uses. Begin with Email and Backups; the others can wait
        until you need them. Saved passwords and keys are never shown again.
      </p>
      <Loaded
        query={connections}
        label="Loading the connections"
        rows={['h-64 rounded-xl', 'h-64 rounded-xl']}
        className="flex flex-col gap-4"
      >
        {(list) =>
          ORDER.flatMap((area) => list.filter((each) => each.area === area)).map((each) => (
            <AreaCard key={each.area} connection={each} />
          ))
        }
      </Loaded>
    </section>
  )
}

function AreaCard({ connection }: { connection: Connection }): ReactElement {
  const { area, source, isConnected, problem } = connection
  const { description, without } = AREAS[area]
  const title = CONNECTION_TITLES[area]
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SectionCard
      title={title}
      description={[description, isConnected ? '' : without].join(' ').trim()}
    >
      <div className="flex flex-col gap-4">
        {problem ? (
          <Notice variant="error" title="These settings can’t be used">
            {problem}
          </Notice>
        ) : null}
        {isOpen ? (
          <AreaForm connection={connection} onClose={() => setIsOpen(false)} />
        ) : (
          <div
            className={
              source === 'none'
                ? 'flex flex-wrap items-center justify-between gap-3'
                : 'flex flex-col gap-4'
            }
          >
            <Summary connection={connection} />
            {lacksReports(connection) ? (
              <Notice title="One more step: learn which emails bounce">
                <p>
                  {serviceOf(connection)?.label} can report emails that don’t arrive. Press Change,
                  and follow the last step there.
                </p>
              </Notice>
            ) : null}
            <div className="flex flex-wrap items-start gap-3 empty:hidden">
              {isConnected ? <TestButton area={area} /> : null}
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
          </div>
        )}
      </div>
    </SectionCard>
  )
}

/** Whether the service could report to this site, but doesn’t yet. */
function lacksReports(connection: Connection): boolean {
  const reports = connection.source === 'page' ? serviceOf(connection)?.reports : undefined
  return reports !== undefined && !connection.secrets.includes(reports.field.name)
}

/** The connected service, without secrets. */
function Summary({ connection }: { connection: Connection }): ReactElement {
  const { source, environment, secrets } = connection
  if (source === 'none') return <p>{sourceWords(connection)}</p>
  if (source === 'environment') {
    return (
      <div>
        <p>{sourceWords(connection)}</p>
        <Disclosure summary="To set it up here instead" className="border-b-0 text-sm">
          <p className="max-w-prose wrap-anywhere">
            Ask whoever runs your server to remove{' '}
            {environment.length === 1 ? 'this line' : 'these lines'} from its settings and restart
            Folx: {environment.join(', ')}
          </p>
        </Disclosure>
      </div>
    )
  }
  const service = serviceOf(connection)
  if (!service) return <p>{sourceWords(connection)}</p>
  const shown = draftOf(service, connection)
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name="Service">{service.label}</Fact>
      {allFields(service).map(({ name, label }) => {
        const text = secrets.includes(name) ? 'Stored' : shown[name]
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
