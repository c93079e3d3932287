import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { EMAIL_EVENT_TYPES, type EmailEvent, type EmailHealth } from '#contract/email.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { EVENT_USES, eventBadge } from '#web/features/admin/email/email-words.ts'
import { ConnectEmail } from '#web/features/admin/email/outbox-notice.tsx'
import { EVENTS_PER_PAGE, eventsQuery, healthQuery } from '#web/features/admin/email/queries.ts'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** Delivery events from the email provider, and how to set up its webhook. */
export function ActivityPart(): ReactElement {
  const { page } = useAdminAddress()
  const events = useQuery(eventsQuery(page))
  const health = useQuery(healthQuery)
  // With another service, nothing is expected to arrive.
  const isWanting = health.data?.provider === 'resend' && health.data.notice !== null
  const hasService = health.data?.provider !== 'outbox'
  const arrivals =
    health.data && hasService ? (
      <Arrivals
        health={health.data}
        isChecking={health.isFetching}
        onCheck={() => void health.refetch()}
      />
    ) : null
  return (
    <div className="flex flex-col gap-4">
      {isWanting ? arrivals : null}
      <SectionCard
        title="Email Activity"
        isTitleAbove
        description={
          hasService
            ? 'Which emails arrived, bounced or were opened, newest first. Your email service reports it.'
            : undefined
        }
      >
        <PagedList
          list={events}
          pageSize={EVENTS_PER_PAGE}
          noun="email events"
          entryHeight="h-48"
          empty={
            hasService ? (
              <EmptyState message="No email events yet" />
            ) : (
              <EmptyState message="No email service is connected, so nothing is reported.">
                <ConnectEmail isButton />
              </EmptyState>
            )
          }
          renderAll={(entries) => <EventTable events={entries} />}
        />
      </SectionCard>
      <FoldedCard
        title="Set up the reports with Resend"
        description="Resend reports what became of each email. Addresses that bounce or mark an email as spam stop getting broadcasts automatically."
      >
        <Loaded query={health} label="Loading the setup" rows={['h-80 rounded-xl']}>
          {(data) => (
            <div className="flex flex-col gap-6">
              {isWanting ? null : arrivals}
              <Steps health={data} />
            </div>
          )}
        </Loaded>
      </FoldedCard>
    </div>
  )
}

const CELL = 'py-1 align-top md:px-3 md:py-3 md:first:pl-0 md:last:pr-0'
const HEAD = 'px-3 pb-2 text-sm font-medium text-ink-quiet first:pl-0 last:pr-0'
const NAMES = ['Type', 'Address', 'Time', 'Subject', 'Reason or clicked link'] as const

/** One row per event. On a narrow screen the cells of a row are stacked. */
function EventTable({ events }: { events: readonly EmailEvent[] }): ReactElement {
  return (
    <table aria-label="Email events" className="block w-full text-left md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {NAMES.map((name) => (
            <th key={name} scope="col" className={HEAD}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function EventRow({ event }: { event: EmailEvent }): ReactElement {
  const { subject, from, detail } = readEventData(event.eventData)
  const { label, variant } = eventBadge(event.eventType)
  return (
    <tr className="flex flex-col items-start border-t border-line py-3 md:table-row md:py-0">
      <td className={CELL}>
        <Badge variant={variant} title={event.eventType} className="wrap-anywhere">
          {label}
        </Badge>
      </td>
      <td className={`${CELL} wrap-anywhere md:max-w-56`}>
        <bdi>{event.email || 'Unknown'}</bdi>
      </td>
      <td className={`${CELL} text-sm text-ink-quiet md:whitespace-nowrap md:text-base`}>
        <RelativeTime date={event.createdAt} />
      </td>
      <td className={`${CELL} wrap-anywhere md:max-w-64`}>
        {subject ? <bdi>{subject}</bdi> : <Nothing what="subject" />}
        {from ? (
          <span className="block text-sm text-ink-quiet">
            From <bdi>{from}</bdi>
          </span>
        ) : null}
      </td>
      <td className={`${CELL} text-sm wrap-anywhere md:max-w-72`}>
        {detail ? <bdi>{detail}</bdi> : <Nothing what="reason or link" />}
      </td>
    </tr>
  )
}

function Nothing({ what }: { what: string }): ReactElement {
  return (
    <span className="text-ink-quiet max-md:hidden">
      <span aria-hidden>–</span>
      <span className="sr-only">No {what}</span>
    </span>
  )
}

interface ArrivalsProps {
  health: EmailHealth
  isChecking: boolean
  onCheck: () => void
}

function Arrivals({ health, isChecking, onCheck }: ArrivalsProps): ReactElement {
  const { lastEventAt, notice } = health
  return (
    <div className="flex flex-col items-start gap-3">
      <Notice
        variant={notice ? 'info' : 'success'}
        title={notice ? titleOf(health) : 'Events are arriving'}
        className="w-full"
      >
        {notice ? <p>{notice}</p> : null}
        <p>
          {lastEventAt ? (
            <>
              The last event arrived <RelativeTime date={lastEventAt} />.
            </>
          ) : (
            'No event has arrived yet.'
          )}
        </p>
      </Notice>
      <Button variant="outline" size="sm" busy={isChecking} onClick={onCheck}>
        Check again
      </Button>
    </div>
  )
}

function titleOf({ provider, hasWebhookSecret, lastEventAt }: EmailHealth): string {
  if (provider === 'smtp') return 'Your email server doesn’t report bounces'
  if (!hasWebhookSecret) return 'The signing secret is missing'
  return lastEventAt ? 'Events have stopped' : 'Waiting for the first event'
}

function Steps({ health }: { health: EmailHealth }): ReactElement {
  return (
    <ol className="flex max-w-prose list-decimal flex-col gap-5 pl-5">
      {health.provider === 'resend' ? null : (
        <li>
          Connect Resend on the page Connections, or ask an administrator with the right Team to.
          Other email services don’t send these reports.
        </li>
      )}
      <li>
        At Resend, press “Webhooks”, then “Add Webhook”, and enter this address:
        <CopyField label="Webhook address" value={health.webhookUrl} className="mt-2" />
      </li>
      <li>
        <Disclosure
          summary={`Turn on these ${EMAIL_EVENT_TYPES.length} events`}
          className="-mt-2 border-b-0 [&>summary]:font-normal"
        >
          <ul className="flex flex-col gap-1.5">
            {EMAIL_EVENT_TYPES.map((type) => (
              <li key={type}>
                <Code>{type}</Code>: {EVENT_USES[type]}
              </li>
            ))}
          </ul>
        </Disclosure>
      </li>
      <li>
        Copy the “Signing Secret”, which begins with <Code>whsec_</Code>, into the page Connections.
        {/* With other providers, the server doesn’t read the secret. */}
        {health.provider === 'resend' && health.hasWebhookSecret ? ' It is set.' : null}
        {health.provider === 'resend' && !health.hasWebhookSecret ? ' It is not set yet.' : null}
      </li>
      <li>Send yourself a test from Email Broadcast, then check here whether its events arrive.</li>
    </ol>
  )
}

function Code({ children }: { children: ReactNode }): ReactElement {
  return <code className="text-[0.9375em] wrap-anywhere">{children}</code>
}

/** The details of an event that the page shows besides its type and address. Untrusted, so shown as text only. */
interface EventFacts {
  subject: string | undefined
  /** The sender. */
  from: string | undefined
  /** Why an email bounced, or which link was opened. */
  detail: string | undefined
}

const LONGEST = 500

/**
 * Reads the data of an event, a JSON text with its fields at the top level or under `data`
 * (administrator document, section 3). It can contain anything; non-string values are ignored.
 */
export function readEventData(json: string): EventFacts {
  const top = recordOf(parsed(json))
  const nested = recordOf(top.data)
  const text = (...path: string[]): string | undefined => textAt(nested, path) ?? textAt(top, path)
  return {
    subject: text('subject'),
    from: text('from'),
    detail:
      text('reason') ??
      text('bounce', 'message') ??
      text('failed', 'reason') ??
      text('suppressed', 'message') ??
      text('click', 'url') ??
      text('click', 'link'),
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function textAt(record: Record<string, unknown>, path: readonly string[]): string | undefined {
  let value: unknown = record
  for (const name of path) {
    const fields = recordOf(value)
    value = Object.hasOwn(fields, name) ? fields[name] : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = readable(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined
}

function recordOf(value: unknown): Record<string, unknown> {
  // An object parsed from JSON has string keys.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The text without control, bidirectional and invisible characters. */
function readable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
