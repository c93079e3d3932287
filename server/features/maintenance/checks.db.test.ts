import type { Logger } from 'pino'
import { expect, vi } from 'vitest'
import type { CheckResult, CheckState } from '#contract/maintenance.ts'
import { maintenanceEndpoints } from '#contract/maintenance.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { PRESETS } from '#contract/rights.ts'
import { todayEndpoints } from '#contract/today.ts'
import type { MailConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestApi } from '#server/testing/api.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { checkAtStart, forgetResults, listResults, saveResults } from './checks.ts'
import { startMaintenanceJobs } from './jobs.ts'

const BROKEN = `insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')`
const MENDED = `delete from schema_migration where name = '9999-later.sql'`

async function asOwner({ config }: Context, sql: string): Promise<void> {
  if (config.database.provider !== 'url') throw new Error('Tests name their database.')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: config.database.ownerUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Runs the jobs that tell the team, also those that had to be tried again. */
async function deliver({ pool }: Context): Promise<void> {
  const open = `name in ('tell-team', 'send-notification-mail') and state in ('created', 'retry', 'active')`
  const isDone = async (): Promise<boolean> => {
    await pool.query(`update job.job set start_after = now() where ${open} and start_after > now()`)
    return (await pool.query(`select from job.job where ${open}`)).rows.length === 0
  }
  await vi.waitUntil(isDone, { interval: 50 })
}

async function noticesOf(api: TestApi, member: TestMember): Promise<string[]> {
  const { items } = await api.as(member).call(notificationEndpoints.list)
  return items.map(({ kind }) => kind)
}

test('a failed check is shown and notifies the keepers once, and again only if it was fixed meanwhile', async ({
  api,
  world,
  context,
  clock,
}) => {
  await context.db.updateTable('member').set({ rights: [] }).execute()
  const keeper = await world.admin()
  const helper = await world.admin({ rights: PRESETS.helper })
  /** Repeats the check until it completes, because it can take several tries on a busy machine. */
  const runUntil = (state: CheckState) =>
    vi.waitFor(async () => {
      const report = await api.as(keeper).call(maintenanceEndpoints.runChecks)
      const migrations = report.checks.find(({ name }) => name === 'migrations')
      expect(migrations?.state).toBe(state)
      return report
    })
  const mails = async () =>
    (await mailsTo(context.db, keeper.email)).filter(({ subject }) => subject.includes('the team'))
  // The clock check fails from now on; the update below marks it as notified.
  clock.advance({ minutes: 10 })
  await runUntil('ok')
  await context.pool.query(`update check_result set is_told = true where state <> 'ok'`)
  await asOwner(context, BROKEN)
  const report = await runUntil('failed')
  expect(await api.as(keeper).call(maintenanceEndpoints.checks)).toEqual(report)
  const today = await api.as(keeper).call(todayEndpoints.read)
  expect(today.problems).toContainEqual({
    kind: 'checks',
    count: expect.any(Number),
    findings: expect.arrayContaining([expect.stringContaining('9999-later.sql')]),
  })
  expect((await api.as(helper).call(todayEndpoints.read)).problems).toEqual([])
  await deliver(context)
  expect(await noticesOf(api, keeper)).toEqual(['team-check'])
  expect(await noticesOf(api, helper)).toEqual([])
  const [mail] = await mails()
  expect(mail?.text).not.toContain('migration')
  expect(await mails()).toHaveLength(1)

  clock.advance({ minutes: 90 })
  await runUntil('failed')
  await deliver(context)
  expect(await mails()).toHaveLength(1)

  await asOwner(context, MENDED)
  await runUntil('ok')
  await asOwner(context, BROKEN)
  clock.advance({ minutes: 90 })
  await runUntil('failed')
  await vi.waitFor(async () => {
    await deliver(context)
    expect(await mails()).toHaveLength(2)
  })
  await asOwner(context, MENDED)
})

const result = (name: string, state: CheckState): CheckResult => ({
  name,
  title: name,
  state,
  finding: 'So it is.',
  meaning: null,
  action: null,
})

test('a check that only becomes a warning or cannot run in between does not count as fixed', async ({
  context,
}) => {
  const now = context.now()
  const save = (states: CheckState): Promise<boolean> =>
    inTransaction(context.db, (trx) => saveResults(trx, { results: [result('disk', states)], now }))
  expect(await save('failed')).toBe(true)
  for (const state of ['failed', 'warning', 'failed', 'skipped', 'failed'] as const) {
    expect(await save(state)).toBe(false)
  }
  expect(await save('ok')).toBe(false)
  expect(await save('failed')).toBe(true)
})

test('a start forgets earlier results, logs failures, and leaves notices to the next checks', async ({
  context,
}) => {
  const now = context.now()
  const save = (results: CheckResult[]): Promise<boolean> =>
    inTransaction(context.db, (trx) => saveResults(trx, { results, now }))
  await save([result('email-provider', 'ok'), result('disk', 'failed')])
  await forgetResults(context.db)
  expect(await listResults(context.db)).toEqual([
    expect.objectContaining({ state: 'skipped', finding: expect.stringContaining('just started') }),
    expect.objectContaining({ state: 'skipped' }),
  ])
  // The keepers were told about the disk before the start.
  expect(await save([result('disk', 'failed')])).toBe(false)

  const warnings: string[] = []
  const log = { ...context.log, warn: (text: string) => void warnings.push(text) } as Logger // logs nothing else here
  const url = 'smtp://someone:hunter2@127.0.0.1:1'
  const mail: MailConfig = { provider: 'smtp', from: 'hello@folx.example', url }
  await checkAtStart({ ...context, log, config: { ...context.config, mail } })
  expect(warnings).toContainEqual(
    'Email service: The SMTP server 127.0.0.1:1 can’t be reached (ECONNREFUSED). Check the name of the server and the port, and that the firewall lets Folx connect to them.',
  )
  expect(warnings.join()).not.toContain('hunter2')
  const stored = await listResults(context.db)
  expect(stored.find(({ name }) => name === 'email-provider')?.state).toBe('failed')
  expect(await save([result('email-provider', 'failed')])).toBe(true)
})

test('if two nodes find the same failure at once, one notifies, and the table stays small', async ({
  context,
}) => {
  const now = context.now()
  const save = (): Promise<boolean> =>
    inTransaction(context.db, (trx) =>
      saveResults(trx, { results: [result('disk', 'failed'), result('clock', 'ok')], now }),
    )
  await inTransaction(context.db, (trx) =>
    saveResults(trx, { results: [result('disk', 'ok')], now }),
  )
  expect((await Promise.all([save(), save()])).sort()).toEqual([false, true])
  const rows = await context.db.selectFrom('checkResult').select('checkName').execute()
  expect(rows).toHaveLength(2)
})

test('the site is checked every hour', async ({ context }) => {
  await startMaintenanceJobs(context)
  const { rows } = await context.pool.query(
    `select cron from job.schedule where name = 'run-checks'`,
  )
  expect(rows).toEqual([{ cron: '41 * * * *' }])
})
