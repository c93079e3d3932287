import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { readSiteFigures } from '#server/checks/figures.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { equalText } from '#server/domain/equal-text.ts'

type Prometheus = typeof import('prom-client')

/** Upper bounds of the histogram's buckets, in seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * `GET /metrics` for Prometheus, if `METRICS_TOKEN` is set; otherwise nothing is loaded or
 * counted. Labels are route patterns, queues and checks: no id, address, name or text.
 */
export async function metricsRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const token = context.config.metricsToken
  if (!token) return
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  countRequests(app, prometheus, registry)
  const collect = siteGauges(context, prometheus, registry)
  app.get('/metrics', async (request, reply) => {
    if (!equalText(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new AppError('not_signed_in', 'This address needs the token from METRICS_TOKEN.')
    }
    await collect()
    const text = await registry.metrics()
    return reply.header('Cache-Control', 'no-store').type(registry.contentType).send(text)
  })
}

function countRequests(
  app: FastifyInstance,
  { Counter, Histogram }: Prometheus,
  registry: Registry,
): void {
  const total = new Counter({
    name: 'folx_http_requests_total',
    help: 'Answered requests, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'folx_http_request_duration_seconds',
    help: 'How long requests took, by route pattern.',
    labelNames: ['method', 'route'],
    buckets: LATENCIES,
    registers: [registry],
  })
  app.addHook('onResponse', ({ method, routeOptions: { url: route = 'unknown' } }, reply, done) => {
    total.inc({ method, route, status: reply.statusCode })
    duration.observe({ method, route }, reply.elapsedTime / 1_000)
    done()
  })
}

/** Returns the function that updates all gauges. */
function siteGauges(
  { db, pool, now }: Context,
  { Gauge }: Prometheus,
  registry: Registry,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `folx_${name}`, help, labelNames, registers: [registry] })
  const connections = gauge('database_pool_connections', 'Connections of the pool.', ['state'])
  const waiting = gauge('database_pool_waiting', 'Requests that wait for a connection.')
  const up = gauge('database_up', 'Whether the database answers.')
  const depth = gauge('jobs_waiting', 'Background work that is due.', ['queue'])
  const age = gauge('jobs_oldest_seconds', 'How long the oldest of it has been overdue.', ['queue'])
  const failedJobs = gauge('jobs_failed_last_day', 'Background work given up in the last day.')
  const sentEmails = gauge('emails_sent_last_hour', 'Emails handed over in the last hour.')
  const failedEmails = gauge('emails_failed_last_day', 'Emails given up in the last day.')
  const mismatches = gauge('payment_mismatches', 'Payment mismatches of the last 7 days.')
  const backupAge = gauge('backup_age_seconds', 'Time since the last backup; -1 without one.')
  const checks = gauge('check_failed', 'Whether a check of the site failed.', ['check'])
  return async () => {
    const { totalCount, idleCount, waitingCount } = pool
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'used' }, totalCount - idleCount)
    waiting.set(waitingCount)
    const figures = await readSiteFigures(db, now()).catch(() => undefined)
    up.set(figures ? 1 : 0)
    if (!figures) return
    for (const { name: queue, waiting: count, overdueMs } of figures.queues) {
      depth.set({ queue }, count)
      age.set({ queue }, (overdueMs ?? 0) / 1_000)
    }
    failedJobs.set(figures.failedJobs)
    sentEmails.set(figures.sentEmails)
    failedEmails.set(figures.failedEmails)
    mismatches.set(figures.mismatches)
    backupAge.set(figures.backupAgeSeconds)
    for (const { check, isFailed } of figures.checks) checks.set({ check }, isFailed ? 1 : 0)
  }
}
