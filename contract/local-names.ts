import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { requiredLine } from './fields.ts'

export const LOCAL_NAME_LIMITS = {
  /** How many names the community can have, and how many one call can add or remove. */
  names: 500,
  /** Characters per name. */
  name: 60,
} as const

const LocalName = requiredLine({
  required: 'Enter a name.',
  max: LOCAL_NAME_LIMITS.name,
  tooLong: `Names must be ${LOCAL_NAME_LIMITS.name} characters or less.`,
}).regex(/[\p{L}\p{N}]/u, 'Names must have a letter or a number.')

const SomeNames = z
  .array(LocalName)
  .max(LOCAL_NAME_LIMITS.names, `There can be up to ${LOCAL_NAME_LIMITS.names} names.`)

export const LocalNameChanges = z.object({
  add: SomeNames.default([]),
  remove: SomeNames.default([]),
})
export type LocalNameChanges = z.infer<typeof LocalNameChanges>

/** In alphabetical order. */
const LocalNames = z.object({ names: z.array(z.string()) })
export type LocalNames = z.infer<typeof LocalNames>

/**
 * Names of places near the community, which devices look for in what members write. They are not in
 * the settings, because every page reads those and they should stay small.
 */
export const localNameEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/local-names',
    who: 'member',
    summary: 'Names of local places, for the check of texts on the member’s device.',
    response: LocalNames,
    topics: ['settings'],
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/local-names',
    who: 'settings',
    summary: 'Adds and removes local names; upper and lower case count alike.',
    body: LocalNameChanges,
    response: LocalNames,
    maxBodyBytes: bodyBytesFor(2 * LOCAL_NAME_LIMITS.names * LOCAL_NAME_LIMITS.name),
  }),
}
