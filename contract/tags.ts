import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Id, IdParams, Version } from './fields.ts'
import { TagName } from './stories.ts'

/** A tag with how often it is used. */
export const ManagedTag = z.object({
  id: z.int(),
  name: z.string(),
  /** How many public stories have it. */
  storyCount: z.int(),
  version: z.string(),
})
export type ManagedTag = z.infer<typeof ManagedTag>

export const tagEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/tags',
    who: 'stories',
    summary: 'All tags by name, with how many public stories have them.',
    response: z.array(ManagedTag),
  }),
  rename: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/tags/:id',
    who: 'stories',
    summary: 'Renames a tag on all its stories; 409 when another tag has the name.',
    params: IdParams,
    body: z.object({ name: TagName, version: Version }),
    response: ManagedTag,
  }),
  merge: defineEndpoint({
    method: 'POST',
    path: '/api/admin/tags/:id/merge',
    who: 'stories',
    summary: 'Replaces a tag with another one on all its stories, and deletes it.',
    params: IdParams,
    body: z.object({ into: Id }),
    response: ManagedTag,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/tags/:id',
    who: 'stories',
    summary: 'Deletes a tag and removes it from all stories.',
    params: IdParams,
    response: null,
  }),
}
