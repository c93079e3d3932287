import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProxySightings } from '#server/checks/check.ts'

/** How often a request is inspected, in milliseconds. */
const INSPECT_MS = 5_000
/** Requested by the machine itself, not through the proxy. */
const OWN = /^\/(api\/health|metrics)\b/

/** Now and then records what a request shows about the proxy in front, without any address. */
export function watchProxy(app: FastifyInstance, sightings: ProxySightings): void {
  let inspectAt = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const now = performance.now()
    if (now >= inspectAt && !OWN.test(request.url)) {
      inspectAt = now + INSPECT_MS
      inspect(request, sightings)
    }
    done()
  })
}

function inspect({ headers, ips, socket }: FastifyRequest, sightings: ProxySightings): void {
  if (headers['x-forwarded-for'] === undefined) {
    if (!isLoopback(socket.remoteAddress)) sightings.hasDirect = true
    return
  }
  sightings.forwarded = {
    // It includes the proxy's own address; it is undefined if no proxy is trusted.
    isBelieved: (ips?.length ?? 0) > 1,
    isHttps: headers['x-forwarded-proto'] === 'https',
  }
}

function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address)
}
