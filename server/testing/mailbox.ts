import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import type { JobData, JobName } from '#server/db/jobs.ts'

export interface ReceivedMail {
  id: number
  subject: string
  text: string
  html: string
}

/** Every email to an address in the outbox, oldest first. */
export async function mailsTo(db: Db, address: string): Promise<ReceivedMail[]> {
  return db
    .selectFrom('outboxMail')
    .select(['outboxMailId as id', 'subject', 'text', 'html'])
    .where('toAddress', '=', address)
    .orderBy('outboxMailId')
    .execute()
}

/** Waits until `count` emails with a matching subject have arrived, and returns the newest. */
export async function waitForMail(
  db: Db,
  wanted: { to: string; subject: RegExp; count?: number },
): Promise<ReceivedMail> {
  const { to, subject, count = 1 } = wanted
  return vi.waitUntil(
    async () => {
      const found = (await mailsTo(db, to)).filter((mail) => subject.test(mail.subject))
      return found.length >= count && found.at(-1)
    },
    { interval: 20 },
  )
}

/** The six-digit code in an email. */
export function codeIn(mail: ReceivedMail): string {
  return captured(mail, /\b(\d{6})\b/)
}

/** The token of the link in an email. */
export function tokenIn(mail: ReceivedMail): string {
  return captured(mail, /[?&]token=([\w-]+)/)
}

function captured(mail: ReceivedMail, pattern: RegExp): string {
  const found = pattern.exec(mail.text)?.[1]
  if (!found) throw new Error(`This email does not contain ${pattern.source}: ${mail.text}`)
  return found
}

/** Waits until all jobs with this data are completed. */
export async function waitForJob<Name extends JobName>(
  db: Db,
  name: Name,
  data: Partial<JobData[Name]>,
): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ state: string }>`
        select state::text from job.job
        where name = ${name} and data @> ${JSON.stringify(data)}::jsonb`.execute(db)
      return rows.length > 0 && rows.every((row) => row.state === 'completed')
    },
    { interval: 20 },
  )
}
