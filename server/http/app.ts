import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { DEFAULT_BODY_BYTES } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { trustHops } from '#server/domain/network.ts'
import { accountDataRoutes } from '#server/features/account-data/routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { sessionSource } from '#server/features/accounts/sessions.ts'
import { actionRoutes } from '#server/features/actions/routes.ts'
import { addressChangeRoutes } from '#server/features/address-changes/routes.ts'
import { auditRoutes } from '#server/features/audit/routes.ts'
import { dailyRoutes } from '#server/features/daily/routes.ts'
import { deskRoutes } from '#server/features/desk/routes.ts'
import { emailRoutes } from '#server/features/email/routes.ts'
import { factorRoutes } from '#server/features/factors/routes.ts'
import { firstMorningRoutes } from '#server/features/first-morning/routes.ts'
import { guidanceRoutes } from '#server/features/guidance/routes.ts'
import { joiningRoutes } from '#server/features/joining/routes.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { mailingRoutes } from '#server/features/mailings/routes.ts'
import { maintenanceRoutes } from '#server/features/maintenance/routes.ts'
import { moodRoutes } from '#server/features/moods/routes.ts'
import { noticeRoutes } from '#server/features/notices/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { prayerRoutes } from '#server/features/prayer/routes.ts'
import { pseudonymRoutes } from '#server/features/pseudonyms/routes.ts'
import { scriptureRoutes } from '#server/features/scripture/routes.ts'
import { secondLookRoutes } from '#server/features/second-looks/routes.ts'
import { securityLogRoutes } from '#server/features/security-log/routes.ts'
import { settingsRoutes } from '#server/features/settings/routes.ts'
import { purchaseRoutes } from '#server/features/shop/purchases/routes.ts'
import { shopRoutes } from '#server/features/shop/routes.ts'
import { storyRoutes } from '#server/features/stories/routes.ts'
import { teamMessageRoutes } from '#server/features/team-messages/routes.ts'
import { tillRoutes } from '#server/features/till/routes.ts'
import { todayRoutes } from '#server/features/today/routes.ts'
import { triviaRoutes } from '#server/features/trivia/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import { BODY_LIMITS, type BodyLimits, createBodyMemory } from './body-memory.ts'
import { compressOnce } from './compress-once.ts'
import { CONCURRENCY_LIMITS, limitConcurrency } from './concurrency-limit.ts'
import { sendClientError, sendError, sendNotFound } from './errors.ts'
import type { EventLimits } from './event-hub.ts'
import { eventRoutes } from './events.ts'
import { metricsRoutes } from './metrics.ts'
import { operationsRoutes } from './operations.ts'
import { isCallOfPage } from './pages.ts'
import { handleOneAtATime } from './pipelining.ts'
import { watchProxy } from './proxy-sightings.ts'
import { createResponseCache } from './response-cache.ts'
import { routeBinder } from './route.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { createSessions } from './session.ts'
import { closeSlowBodies, SLOW_LIMITS, type SlowLimits } from './slow-bodies.ts'
import type { TurnLimits } from './turns.ts'
import { serveWeb } from './web.ts'
import { wellKnownRoutes } from './well-known.ts'

/** The request line and headers must arrive within this time. */
const HEADERS_MS = 15_000
/**
 * A connection without a byte in either direction for this long is closed, such as one whose caller
 * reads nothing. Calls take seconds, and streams have a heartbeat.
 */
const SILENT_MS = 120_000

/** Limits that tests override. */
export interface AppLimits {
  events?: Partial<EventLimits>
  bodies?: Partial<BodyLimits>
  slow?: Partial<SlowLimits>
  concurrency?: Partial<TurnLimits>
  pages?: Partial<TurnLimits>
  silentMs?: number
}

/**
 * Builds the whole HTTP application, not yet listening. `webDir` contains the built web app.
 */
export async function buildApp(
  context: Context,
  webDir?: string,
  limits: AppLimits = {},
): Promise<FastifyInstance> {
  const { config } = context
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: DEFAULT_BODY_BYTES,
    frameworkErrors: sendError,
    clientErrorHandler: sendClientError,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    connectionTimeout: limits.silentMs ?? SILENT_MS,
    trustProxy:
      typeof config.trustProxy === 'number' ? trustHops(config.trustProxy) : config.trustProxy,
    // Requests that arrive while a stop ends streams and the live room are answered as usual.
    return503OnClosing: false,
    // Idle connections of browsers must not hold up a stop.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  })
  app.setErrorHandler(sendError)
  logRequests(app)
  handleOneAtATime(app)
  watchProxy(app, context.sightings)
  closeSlowBodies(app, { ...SLOW_LIMITS, ...limits.slow })
  const isSecure = config.publicUrl.startsWith('https:')
  addSecurityHeaders(app, { isSecure, ...config })
  limitConcurrency(app, { ...CONCURRENCY_LIMITS, ...limits.concurrency })
  await app.register(cookie)
  await app.register(compress, {
    // Nobody sends us compressed bodies; checking for them would slow down every request.
    globalDecompression: false,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 0: 0, 1: 4 } },
    // In one piece, which costs less than a stream and is remembered. The API page has 1.2 MB.
    syncThreshold: 4 * 1024 * 1024,
    zlib: compressOnce,
    removeContentLengthHeader: true,
  })

  const sessions = createSessions({
    source: sessionSource(context.db),
    changes: context.changes,
    isSecure,
    now: context.now,
  })
  const responses = createResponseCache(context.changes)
  const route = routeBinder(app, {
    publicUrl: config.publicUrl,
    uploadDir: context.workDir,
    sessions,
    responses,
    bodies: createBodyMemory({ ...BODY_LIMITS, ...limits.bodies }),
  })
  accountRoutes(route, context, sessions)
  factorRoutes(route, context, sessions)
  addressChangeRoutes(route, context)
  pseudonymRoutes(route, context)
  securityLogRoutes(route, context)
  accountDataRoutes(route, context, sessions)
  storyRoutes(route, context)
  todayRoutes(route, context)
  dailyRoutes(route, context)
  scriptureRoutes(route, context)
  actionRoutes(route, context)
  triviaRoutes(route, context)
  moodRoutes(route, context)
  firstMorningRoutes(route, context)
  guidanceRoutes(route, context)
  settingsRoutes(route, context)
  shopRoutes(route, context)
  purchaseRoutes(route, context)
  joiningRoutes(route, context, sessions)
  noticeRoutes(route, context)
  secondLookRoutes(route, context)
  userRoutes(route, context)
  emailRoutes(route, context)
  mailingRoutes(route, context)
  tillRoutes(route, context)
  notificationRoutes(route, context)
  auditRoutes(route, context)
  maintenanceRoutes(route, context)
  teamMessageRoutes(route, context)
  prayerRoutes(route, context)
  deskRoutes(route, context)
  liveRoutes(route, { app, context, sessions })
  eventRoutes(route, { app, context, sessions, limits: limits.events })
  operationsRoutes(route, context)
  await metricsRoutes(app, context)
  wellKnownRoutes(app, { context, responses })
  app.all('/api/*', sendNotFound)
  if (webDir) await serveWeb(app, { context, responses, sessions, webDir, limits: limits.pages })
  else app.setNotFoundHandler(sendNotFound)
  return app
}

/**
 * Logs one line per request: with the route's pattern, because a URL may contain a token. A page's
 * own calls have a line only if they fail.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isCallOfPage() && reply.statusCode < 400) {
      done()
      return
    }
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}
