import type { z } from 'zod'
import type { Right } from './rights.ts'

/** Who may make a call: visitors too, signed-in members, members with any right or with this one. */
export type Who = 'any' | 'member' | 'admin' | Right

/** Whether a call is for members of the team. */
export function isForTeam({ who }: Pick<Endpoint, 'who'>): boolean {
  return who !== 'any' && who !== 'member'
}

/** One file input of a multipart form. */
export interface FileInput {
  /** Largest accepted size in bytes; more answers 413. */
  maxBytes: number
  description: string
}

/** The multipart form of an endpoint: text fields as one schema, files by input name. */
export interface Form {
  fields: z.ZodType
  files: Record<string, FileInput>
}

/** What an endpoint answers with when it is not JSON. */
export type RawResponse = 'audio' | 'image' | 'archive' | 'file' | 'html' | 'events'

/** One call of the HTTP API, bound by the server, made by the web, printed as OpenAPI. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Starts with `/api/`; parameters are written `:name`. */
  path: `/api/${string}`
  who: Who
  /**
   * The caller proves itself by a signature or a token and not by a session: no `Origin` is asked
   * for, and the body stays the bytes that came.
   */
  isSigned?: true
  /**
   * The caller must have proved who they are in the last 10 minutes, by signing in or by
   * `POST /api/step-up`. Until then the call answers 403 with the code `step_up`.
   */
  stepUp?: true
  /**
   * Refused with `address_changed` in a session that began through an email address which an
   * administrator set, until the old address agrees or 7 days have passed.
   */
  ownerOnly?: true
  /** What a visitor is told in place of the usual sentence. */
  signInSentence?: string
  /** One sentence for the documentation. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  form?: Form
  /** `null` answers 204 without a body. */
  response: z.ZodType | RawResponse | null
  /** Status of success; 200, or 204 for a `null` response, when left out. */
  status?: 200 | 201 | 202 | 204
  /**
   * The answer is one page of a list: a bare array, with the whole count in `X-Total-Count`. A list
   * that is answered whole has its own length there.
   */
  paged?: true
  /**
   * Topics whose changes make an answer stale. An endpoint with topics is answered from
   * memory, per caller, for as long as none of them changed.
   */
  topics?: readonly Topic[]
  /**
   * Which stories an answer with topics shows: the one that `params.id` names, or those that it lists.
   * A change of one of them makes the answer stale, and a change of another story does not.
   */
  shows?: 'story' | 'stories'
  /** The answer is the same for everyone and never changes: browsers and proxies keep it. */
  immutable?: true
  /**
   * The answer is private or secret: `Cache-Control: no-store`, so no browser writes it to its disk.
   * Only answers to `GET` need it; others are never stored.
   */
  noStore?: true
  /**
   * Largest body in bytes; more answers 413. Of a form: all its text fields together, without the
   * files, which have limits of their own. `DEFAULT_BODY_BYTES` when left out.
   */
  maxBodyBytes?: number
}

/** Room for every ordinary JSON call; longer texts name their own limit. */
export const DEFAULT_BODY_BYTES = 16 * 1024

/** Account calls are open to visitors and carry a few short fields. */
export const ACCOUNT_BODY_BYTES = 4 * 1024

/**
 * Room for a text of so many characters beside other fields: a character takes two places of up to
 * 3 bytes on average (`isWithinLength`), and JSON escapes some of them with 6.
 */
export function bodyBytesFor(characters: number): number {
  return characters * 6 + 4 * 1024
}

/** What can change under a cached answer. */
export type Topic =
  | 'stories'
  | 'replies'
  | 'tags'
  | 'prayers'
  | 'settings'
  | 'daily'
  | 'guidance'
  | 'notifications'
  | 'products'
  | 'purchases'
  | 'mailings'
  | 'review'
  | 'live'

/** One page of a list with the whole count. */
export interface Page<T> {
  items: T[]
  total: number
}

type Shape<S, Fallback = undefined> = S extends z.ZodType ? z.output<S> : Fallback
type InputShape<S, Fallback = undefined> = S extends z.ZodType ? z.input<S> : Fallback

export type ParamsOf<E extends Endpoint> = Shape<E['params']>
export type QueryOf<E extends Endpoint> = Shape<E['query']>
export type BodyOf<E extends Endpoint> = Shape<E['body']>
export type FieldsOf<E extends Endpoint> = E['form'] extends Form
  ? Shape<E['form']['fields']>
  : undefined
export type FileNamesOf<E extends Endpoint> = E['form'] extends Form
  ? Extract<keyof E['form']['files'], string>
  : never

export type ParamsInput<E extends Endpoint> = InputShape<E['params']>
export type QueryInput<E extends Endpoint> = InputShape<E['query']>
export type BodyInput<E extends Endpoint> = InputShape<E['body']>

type Paged<E extends Endpoint, T> = E['paged'] extends true
  ? T extends readonly (infer Item)[]
    ? Page<Item>
    : never
  : T

/** What a caller gets. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? Paged<E, z.output<E['response']>>
  : undefined

/** What a handler returns before the response schema has parsed it. */
export type ResponseInput<E extends Endpoint> = E['response'] extends z.ZodType
  ? Paged<E, z.input<E['response']>>
  : undefined

/** Keeps the literal types of an endpoint, from which both sides derive theirs. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
