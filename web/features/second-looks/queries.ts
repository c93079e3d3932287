import { secondLookCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** The member's decisions that a second look is possible about, or was asked about. */
export const ownSecondLooksQuery = endpointQuery(secondLookCalls.listOwn, fresh)
