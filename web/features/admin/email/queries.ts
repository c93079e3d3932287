import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Broadcast, emailEndpoints, MailContent, Mailing } from '#contract/email.ts'
import type { BodyInput, Page, ResponseOf } from '#contract/endpoint.ts'
import type { GroupChoice } from '#web/features/admin/email/mail-draft.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh, freshPage } from '#web/lib/endpoint-query.ts'

/** Page size of the table of email events, as specified. */
export const EVENTS_PER_PAGE = 10
export const BOUNCED_PER_PAGE = 20
export const MAILINGS_PER_PAGE = 10
export const MAILS_PER_PAGE = 20
/** How many broadcasts are listed below the form. */
const LATEST = 3
/** Enough to find any scheduled email, since those come first. */
const EDITABLE = 100

const EVENTS_POLL_MS = 30_000
const SENDING_POLL_MS = 5_000

const bouncedKey = [emailCalls.listBounced.path] as const
export const mailingsKey = [emailCalls.listScheduled.path] as const

/** One page of the email provider's events, newest first. */
export function eventsQuery(page: number) {
  const query = { page, pageSize: EVENTS_PER_PAGE }
  return endpointQuery(emailCalls.listEvents, {
    query,
    ...freshPage,
    refetchInterval: EVENTS_POLL_MS,
  })
}

/** How emails are sent, and whether events arrive. */
export const healthQuery = endpointQuery(emailCalls.health, fresh)

/** One page of the addresses that get no mailings, newest first. */
export function bouncedQuery(page: number) {
  const query = { page, pageSize: BOUNCED_PER_PAGE }
  return endpointQuery(emailCalls.listBounced, { query, ...freshPage })
}

/** One page of the emails in the outbox, newest first. `to` is a full address. */
export function outboxQuery({ page, to }: { page: number; to: string }) {
  const query = { page, pageSize: MAILS_PER_PAGE, to }
  return endpointQuery(emailCalls.listOutbox, { query, ...freshPage })
}

export const emailSettingsQuery = endpointQuery(emailCalls.getSettings, fresh)

const recipientsKey = [emailCalls.recipients.path] as const

/** How many people of a group would get a broadcast now. */
export function recipientsQuery({ group = 'everyone', productId }: GroupChoice) {
  const query = { group, ...(productId && { productId }) }
  return endpointQuery(emailCalls.recipients, { query, ...fresh })
}

export const recipientGroupsQuery = endpointQuery(emailCalls.recipientGroups, fresh)

/** An email as its readers get it. Rendered again for each preview. */
export function previewQuery({ subject, preheader, html }: MailContent) {
  // The rest can be previewed before a subject is written.
  const body = { html, ...(preheader && { preheader }), ...(subject.trim() !== '' && { subject }) }
  return queryOptions({
    queryKey: [emailCalls.preview.path, body],
    queryFn: ({ signal }) => call(emailCalls.preview, { body, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

function pollWhileSending(page: Page<Mailing> | undefined): number | false {
  return page?.items.some(({ status }) => status === 'sending') ? SENDING_POLL_MS : false
}

/** One page of all mailings: scheduled and unfinished ones first, then the newest. */
export function mailingsQuery(page: number) {
  const query = { page, pageSize: MAILINGS_PER_PAGE }
  return endpointQuery(emailCalls.listScheduled, {
    query,
    ...freshPage,
    refetchInterval: ({ state }) => pollWhileSending(state.data),
  })
}

/** One mailing by the number in its address. */
export function mailingQuery(id: string) {
  return queryOptions({
    ...fresh,
    queryKey: [...mailingsKey, 'one', id],
    queryFn: ({ signal }) => call(emailCalls.getScheduled, { params: { id: Number(id) }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? SENDING_POLL_MS : false),
  })
}

/** The unfinished broadcasts, and the newest ones. */
export const latestBroadcastsQuery = queryOptions({
  ...fresh,
  queryKey: [...mailingsKey, 'latest'],
  queryFn: ({ signal }) =>
    call(emailCalls.listScheduled, {
      query: { page: 1, pageSize: LATEST, kind: 'broadcast' },
      signal,
    }),
  refetchInterval: ({ state }) => pollWhileSending(state.data),
})

/** A scheduled broadcast; null if it is no longer scheduled or doesn't exist. */
export function waitingBroadcastQuery(id: number) {
  return queryOptions({
    queryKey: [...mailingsKey, 'waiting', id],
    queryFn: async ({ signal }): Promise<Mailing | null> => {
      const query = { page: 1, pageSize: EDITABLE, kind: 'broadcast' } as const
      const { items } = await call(emailCalls.listScheduled, { query, signal })
      return items.find((each) => each.id === id && each.status === 'scheduled') ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })
}

export function sendTest(body: BodyInput<typeof emailEndpoints.sendTest>): Promise<unknown> {
  return call(emailCalls.sendTest, { body })
}

export interface Once<T> {
  body: T
  /** The idempotency key, the same for each attempt. */
  key: string
}

export function sendBroadcast({
  body,
  key,
}: Once<Broadcast>): Promise<ResponseOf<typeof emailEndpoints.sendBroadcast>> {
  return call(emailCalls.sendBroadcast, { body, headers: { 'Idempotency-Key': key } })
}

export function scheduleMailing({
  body,
  key,
}: Once<Broadcast & { sendAt: string }>): Promise<Mailing> {
  return call(emailCalls.createScheduled, { body, headers: { 'Idempotency-Key': key } })
}

/** Stores an image for an email. Throws an error whose message is a sentence. */
export async function uploadMailImage(
  file: File,
  onProgress: (sent: number) => void,
): Promise<string> {
  const form = new FormData()
  form.set('image', file, 'image')
  try {
    return (await call(emailCalls.uploadImage, { form, onProgress })).url
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error })
  }
}

/** Shows a changed mailing immediately, then refetches the lists. */
export async function showMailing(queryClient: QueryClient, mailing: Mailing): Promise<void> {
  queryClient.setQueriesData<Page<Mailing> | Mailing | null>({ queryKey: mailingsKey }, (old) =>
    old && 'items' in old
      ? { ...old, items: old.items.map((each) => (each.id === mailing.id ? mailing : each)) }
      : old,
  )
  await refreshMailings(queryClient)
}

export async function refreshMailings(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: mailingsKey })
}

/** Refetches what lifting a bounce changes. */
export async function refreshBounced(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: bouncedKey }),
    queryClient.invalidateQueries({ queryKey: recipientsKey }),
  ])
}
