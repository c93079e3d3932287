import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Id, IdParams } from './fields.ts'
import { TagName } from './stories.ts'

/** A tag with how often it is used. */
export const ManagedTag = z.object({
  id: z.int(),
  name: z.string(),
  /** Public stories that carry it. */
  storyCount: z.int(),
})
export type ManagedTag = z.infer<typeof ManagedTag>

export const tagEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/tags',
    who: 'stories',
    summary: 'All tags by name, with how many public stories carry them.',
    response: z.array(ManagedTag),
  }),
  rename: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/tags/:id',
    who: 'stories',
    summary: 'Renames a tag on all its stories; 409 when another tag has the name.',
    params: IdParams,
    body: z.object({ name: TagName }),
    response: ManagedTag,
  }),
  merge: defineEndpoint({
    method: 'POST',
    path: '/api/admin/tags/:id/merge',
    who: 'stories',
    summary: 'Gives all stories of a tag another tag instead, and deletes the first one.',
    params: IdParams,
    body: z.object({ into: Id }),
    response: ManagedTag,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/tags/:id',
    who: 'stories',
    summary: 'Deletes a tag and takes it off all stories.',
    params: IdParams,
    response: null,
  }),
}
