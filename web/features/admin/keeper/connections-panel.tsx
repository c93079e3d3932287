import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { CONNECTION_TITLES, type Connection, type ConnectionArea } from '#contract/connections.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AreaForm } from '#web/features/admin/keeper/area-form.tsx'
import {
  AREAS,
  allFields,
  draftOf,
  serviceOf,
} from '#web/features/admin/keeper/connection-areas.ts'
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

/** Connects email, payments, AI and backups. */
export function ConnectionsPanel(): ReactElement {
  const connections = useQuery(connectionsQuery)
  return (
    <section aria-label="Connections" className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-quiet">
        The services that your community uses. Saved passwords and keys are never shown again.
      </p>
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

/** The connected service, without secrets. */
function Summary({ connection }: { connection: Connection }): ReactElement {
  const { source, isConnected, environment, secrets } = connection
  if (source === 'none') return <p>Not connected.</p>
  if (source === 'environment') {
    return (
      <div>
        <p>
          {isConnected ? 'Connected.' : 'Not connected.'} This is set on your server, so it can’t be
          changed here.
        </p>
        <Disclosure summary="To set it up here instead" className="border-b-0 text-sm">
          <p className="max-w-prose wrap-anywhere">
            Ask whoever runs your server to remove these lines from its settings and restart Folx:{' '}
            {environment.join(', ')}
          </p>
        </Disclosure>
      </div>
    )
  }
  const service = serviceOf(connection)
  if (!service) return <p>Connected.</p>
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
