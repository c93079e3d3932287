import { auditCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const checkpointQuery = endpointQuery(auditCalls.checkpoint, fresh)
