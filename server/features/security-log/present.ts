import { type SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'
import type { SecurityEventRow } from './store.ts'

/** Undefined for a kind this version doesn't know. */
export function presentEvent(row: SecurityEventRow): SecurityEvent | undefined {
  const kind = SecurityEventKind.safeParse(row.kind)
  if (!kind.success) return undefined
  return {
    id: Number(row.securityEventId),
    kind: kind.data,
    device: row.device,
    times: row.times,
    createdAt: row.createdAt.toISOString(),
  }
}
