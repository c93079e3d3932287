import type { QueryClient } from '@tanstack/react-query'
import type { Application } from '#contract/joining.ts'
import {
  approveApplication,
  declineApplication,
  refreshApplications,
} from '#web/features/admin/joining/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import type { Decision } from '#web/lib/undo.ts'

/** Identifies an application in the version that was read. A new one needs its own decision. */
export function applicationSubject({ id, createdAt }: Application): string {
  return `application-${id}-${createdAt}`
}

export function approval(client: QueryClient, application: Application): Decision {
  return {
    subject: applicationSubject(application),
    label: 'Approving',
    doneLabel: '✓ Approved',
    send: () =>
      settled({
        client,
        work: () => approveApplication(application.id),
        done: 'Application approved, invitation sent',
        failed: 'Failed to approve the application',
      }),
  }
}

/** @param onDone called once the decision is sent */
export function declining(
  client: QueryClient,
  input: { application: Application; reason: string; onDone: () => void },
): Decision {
  const { application, reason, onDone } = input
  return {
    subject: applicationSubject(application),
    label: 'Declining',
    doneLabel: 'Declined',
    send: () =>
      settled({
        client,
        work: async () => {
          await declineApplication({ id: application.id, reason })
          onDone()
        },
        done: 'Application declined',
        failed: 'Failed to decline the application',
      }),
  }
}

async function settled(input: {
  client: QueryClient
  work: () => Promise<unknown>
  done: string
  failed: string
}): Promise<boolean> {
  try {
    await input.work()
  } catch (error) {
    notifyError(input.failed, error instanceof Error ? error : new Error(String(error)))
    void refreshApplications(input.client)
    return false
  }
  notifySuccess(input.done)
  void refreshApplications(input.client)
  return true
}
