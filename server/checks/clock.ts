import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { type Check, failed, ok, skipped, type Verdict, warning, worstOf } from './check.ts'

/** Well above the resolution of `Date` headers, which show whole seconds. */
const WARNING_MS = 5_000
/** Codes of authenticator apps change every 30 seconds. */
const FAILED_MS = 30_000

/** `aheadMs` is how far this machine's clock is ahead of the other one. */
function judgeClock(other: string, aheadMs: number): Verdict {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const advice = {
    finding: `The server’s clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of ${other}.`,
    meaning:
      'Sign-in codes are refused, uploads to a file store fail, and things are published at the wrong time.',
    action: 'Turn on time synchronization: “timedatectl set-ntp true” on most Linux servers.',
  }
  if (Math.abs(aheadMs) >= FAILED_MS) return failed(advice)
  if (Math.abs(aheadMs) >= WARNING_MS) return warning(advice)
  return ok('The server’s clock is right.')
}

/** The file store and the payment provider, if the site uses them. */
function servicesOf({ files, payments }: Config): [name: string, url: string][] {
  const services: [string, string][] = []
  if (files.provider === 's3') {
    services.push(['the file store', files.endpoint ?? `https://s3.${files.region}.amazonaws.com`])
  }
  if (payments.provider === 'stripe') {
    services.push(['Stripe', payments.apiBase ?? 'https://api.stripe.com'])
  }
  return services
}

/** How far this machine's clock is ahead of another one, compared at the middle of the call. */
async function aheadOf(
  now: () => Date,
  ask: () => Promise<Date | undefined>,
): Promise<number | undefined> {
  const began = now().getTime()
  const other = await ask()
  const middle = (began + now().getTime()) / 2
  return other && middle - other.getTime()
}

async function databaseTime(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  return rows[0]?.time
}

export const CLOCK_CHECKS: readonly Check[] = [
  {
    name: 'clock',
    title: 'Clock',
    run: async ({ config, db, now, probes }) => {
      const verdicts: Verdict[] = []
      if (db) {
        const ahead = await aheadOf(now, () => databaseTime(db))
        if (ahead !== undefined) verdicts.push(judgeClock('the database', ahead))
      }
      for (const [name, url] of servicesOf(config)) {
        // A service that doesn't answer is another check's business.
        const ahead = await aheadOf(now, () => probes.dateOf(url)).catch(() => undefined)
        if (ahead !== undefined) verdicts.push(judgeClock(name, ahead))
      }
      return verdicts.length > 0
        ? worstOf(verdicts)
        : skipped('There is no other clock to compare with.')
    },
  },
]
