import type { z } from 'zod'
import type { Right } from './rights.ts'

/** Who may make a call: everyone, signed-in members, members with any right, or with this one. */
export type Who = 'any' | 'member' | 'admin' | Right

/** Whether a call is for members of the team. */
export function isForTeam({ who }: Pick<Endpoint, 'who'>): boolean {
  return who !== 'any' && who !== 'member'
}

/** One file input of a multipart form. */
export interface FileInput {
  /** Maximum size in bytes; larger files are answered with 413. */
  maxBytes: number
  description: string
}

/** The multipart form of an endpoint: text fields as one schema, files by input name. */
export interface Form {
  fields: z.ZodType
  files: Record<string, FileInput>
}

/** Types of answers other than JSON. */
export type RawResponse = 'audio' | 'image' | 'archive' | 'file' | 'html' | 'events'

/** One call of the HTTP API. The server binds it, the web app makes it, OpenAPI documents it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Starts with `/api/`; parameters are written `:name`. */
  path: `/api/${string}`
  who: Who
  /**
   * The caller is authenticated by a signature or a token, not by a session: `Origin` isn't
   * checked, and the body isn't parsed.
   */
  isSigned?: true
  /**
   * The caller must have proved who they are in the last 10 minutes, by signing in or by
   * `POST /api/step-up`. Until then the call answers 403 with the code `step_up`.
   */
  stepUp?: true
  /**
   * Refused with `address_changed` in a session that began through an email address that an
   * administrator set, until the old address agrees or 7 days have passed.
   */
  ownerOnly?: true
  /** The sentence for visitors, instead of the usual one. */
  signInSentence?: string
  /** One sentence for the documentation. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  form?: Form
  /** `null` answers 204 without a body. */
  response: z.ZodType | RawResponse | null
  /** Status of success. Default: 200, or 204 for a `null` response. */
  status?: 200 | 201 | 202 | 204
  /**
   * The answer is one page of a list: a bare array, with the total count in `X-Total-Count`. For a
   * list that isn't paged, the header has its length.
   */
  paged?: true
  /**
   * Topics whose changes make an answer stale. Answers of an endpoint with topics are cached in
   * memory, per caller, until one of the topics changes; with an empty list, always.
   */
  topics?: readonly Topic[]
  /**
   * Which stories an answer with topics shows: the one that `params.id` names, or those it lists.
   * A change of one of them makes the answer stale; a change of another story does not.
   */
  shows?: 'story' | 'stories'
  /** The answer is the same for everyone and never changes: browsers and proxies may cache it. */
  immutable?: true
  /**
   * The answer is private: `Cache-Control: no-store` keeps browsers from writing it to disk. Only
   * answers to `GET` need it; others are never stored.
   */
  noStore?: true
  /**
   * Maximum size of the body in bytes; larger ones are answered with 413. For a form: all its text
   * fields together, without the files, which have their own limits. Default: `DEFAULT_BODY_BYTES`.
   */
  maxBodyBytes?: number
}

/** Enough for ordinary JSON calls; those with longer texts set their own limit. */
export const DEFAULT_BODY_BYTES = 16 * 1024

/** Account calls are open to visitors and carry a few short fields. */
export const ACCOUNT_BODY_BYTES = 4 * 1024

/**
 * Bytes for a text of this many characters and some other fields: a character takes two code units
 * of up to 3 bytes on average (`isWithinLength`), and JSON escapes some of them with 6.
 */
export function bodyBytesFor(characters: number): number {
  return characters * 6 + 4 * 1024
}

/** The data whose changes make a cached answer stale. */
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

/** One page of a list, with the total count. */
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

/** The value that a caller gets. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? Paged<E, z.output<E['response']>>
  : undefined

/** The value that a handler returns before the response schema has parsed it. */
export type ResponseInput<E extends Endpoint> = E['response'] extends z.ZodType
  ? Paged<E, z.input<E['response']>>
  : undefined

/** Keeps the literal types of an endpoint, from which the server and the web app derive theirs. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
