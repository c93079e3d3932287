import { ruleCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const rulesQuery = endpointQuery(ruleCalls.read)
