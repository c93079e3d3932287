/** `npm run scale-proof`: several nodes under load while parts of the site fail. See `--help`. */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { emailEndpoints } from '#contract/email.ts'
import { NGINX } from '#server/testing/nginx.ts'
import { ensureWebBuild } from '../../scripts/web-build.ts'
import { openWorkspace, say, type Workspace } from '../workspace.ts'
import { runChecks, SUBJECT } from './checks.ts'
import { measureCosts } from './costs.ts'
import type { Ledger } from './ledger.ts'
import { openPages } from './open-pages.ts'
import { readSeconds } from './options.ts'
import { runPhases } from './phases.ts'
import { findingsOf, printReport } from './report.ts'
import { MAILS_PER_MINUTE, openSite, type Site } from './site.ts'
import { startTraffic } from './traffic.ts'

/** The broadcast is being sent during four of the five phases. */
const MAILING_PHASES = 4

/** Pages that listen to events all the time. */
const PAGES = 40

async function main(): Promise<number> {
  const seconds = readSeconds()
  if (!existsSync(NGINX)) {
    say(`${NGINX} is missing. Install nginx: apt-get install nginx`)
    return 2
  }
  const workspace = await openWorkspace()
  try {
    await ensureWebBuild()
    return await runUnderLoad(workspace, seconds)
  } catch (error) {
    // After an interruption, errors are expected.
    if (!workspace.signal.aborted) throw error
    return 130
  } finally {
    await workspace.close()
  }
}

async function runUnderLoad(workspace: Workspace, seconds: number): Promise<number> {
  const readers = Math.round((MAILS_PER_MINUTE / 60) * seconds * MAILING_PHASES)
  const site = await openSite(workspace, readers)
  const ledger: Ledger = { attempts: [], writes: [], refusals: [], isClosed: false }
  const costs = await measureCosts(site, ledger)

  const { client, members } = site
  const pages = openPages(client, members.slice(0, PAGES))
  workspace.onClose(async () => pages.close())
  const traffic = startTraffic({ ...site, ledger })
  workspace.onClose(async () => traffic.close())
  const mailingId = await sendBroadcast(site)
  const phases = await runPhases({ site, ledger, pages, seconds })
  await traffic.stop()
  say('Checking')
  const checks = await runChecks(site, { ledger, mailingId, readers })
  const results = { costs, phases, checks }
  process.stdout.write(`${printReport({ ...results, logs: site.logs })}\n\n`)
  const findings = findingsOf(results)
  for (const finding of findings) process.stdout.write(`FAILED: ${finding}\n`)
  if (findings.length === 0) process.stdout.write('All checks hold.\n')
  return findings.length === 0 ? 0 : 1
}

async function sendBroadcast({ client, host }: Site): Promise<number> {
  const { path } = emailEndpoints.sendBroadcast
  const json = { subject: SUBJECT, html: '<p>Everybody is welcome.</p>' }
  const { status, body } = await client.call({ method: 'POST', path, cookie: host.cookie, json })
  if (status !== 202) throw new Error(`The broadcast was refused: ${body.toString()}`)
  return z.object({ id: z.int() }).parse(JSON.parse(body.toString())).id
}

process.exitCode = await main()
