import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProxySightings } from '#server/checks/check.ts'

/** So often a request is looked at, in milliseconds. */
const LOOK_MS = 5_000
/** Asked for by the machine itself, not through the proxy. */
const OWN = /^\/(api\/health|metrics)\b/

/** Notes now and then what a request says about the proxy in front, and no address. */
export function watchProxy(app: FastifyInstance, sightings: ProxySightings): void {
  let lookAt = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const now = performance.now()
    if (now >= lookAt && !OWN.test(request.url)) {
      lookAt = now + LOOK_MS
      look(request, sightings)
    }
    done()
  })
}

function look({ headers, ips, socket }: FastifyRequest, sightings: ProxySightings): void {
  if (headers['x-forwarded-for'] === undefined) {
    if (!isLoopback(socket.remoteAddress)) sightings.hasDirect = true
    return
  }
  sightings.forwarded = {
    // With the proxy's own address; without trust in it there are none.
    isBelieved: (ips?.length ?? 0) > 1,
    isHttps: headers['x-forwarded-proto'] === 'https',
  }
}

function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address)
}
