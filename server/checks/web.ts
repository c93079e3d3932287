import { DAY_MS } from '#contract/durations.ts'
import { type Config, proxyWarning } from '#server/config.ts'
import {
  type Check,
  failed,
  ok,
  type ProxySightings,
  skipped,
  type Verdict,
  warning,
} from './check.ts'
import type { Certificate } from './probes.ts'
import { spanInWords } from './words.ts'

export function judgeCertificate(now: Date, { endsAt, isTrusted }: Certificate): Verdict {
  const left = endsAt.getTime() - now.getTime()
  const meaning = 'Browsers refuse to open the site without a valid certificate.'
  const action =
    'Caddy renews certificates automatically: look at its log. With nginx and certbot, run “certbot renew”.'
  if (left <= 0) {
    return failed({
      finding: `The https certificate ended ${spanInWords(-left)} ago.`,
      meaning,
      action,
    })
  }
  if (!isTrusted) {
    return failed({
      finding: 'Browsers don’t trust the site’s https certificate.',
      meaning,
      action: 'Use a certificate for this address from a public authority such as Let’s Encrypt.',
    })
  }
  const finding = `The https certificate ends in ${spanInWords(left)}.`
  if (left < 4 * DAY_MS) return failed({ finding, meaning, action })
  return left < 15 * DAY_MS ? warning({ finding, meaning, action }) : ok(finding)
}

export function judgeProxy(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  { forwarded, hasDirect }: ProxySightings,
): Verdict {
  const meaning =
    'Limits count per address: with a wrong one, one caller can lock everybody out, or get around all limits.'
  const isProxied = config.trustProxy !== false
  if (proxyWarning(config) || (forwarded && !forwarded.isBelieved)) {
    return failed({
      finding: isProxied
        ? 'Requests come through a proxy that TRUST_PROXY doesn’t cover.'
        : 'Requests come through a proxy, but TRUST_PROXY isn’t set.',
      meaning,
      action:
        'Set TRUST_PROXY to the number of proxies in front of the server (usually 1), then restart it.',
    })
  }
  if (isProxied && hasDirect) {
    return warning({
      finding:
        'Some requests reach the server without its proxy, or the proxy sends no X-Forwarded-For.',
      meaning,
      action:
        'Close the server’s own port in the firewall, and use the proxy configuration in deploy/.',
    })
  }
  if (forwarded && config.publicUrl.startsWith('https:') && !forwarded.isHttps) {
    return warning({
      finding: 'The proxy doesn’t say that visitors use https.',
      meaning: 'The site can’t tell its own pages from those of others on some old browsers.',
      action: 'Have the proxy set X-Forwarded-Proto, as the configurations in deploy/ do.',
    })
  }
  if (!isProxied) return ok('The server is reached without a proxy.')
  return forwarded
    ? ok('The proxy’s headers are trusted.')
    : skipped('No request came since the last start.')
}

export const WEB_CHECKS: readonly Check[] = [
  {
    name: 'certificate',
    title: 'Certificate',
    run: async ({ config: { publicUrl }, now, probes }) => {
      if (!publicUrl.startsWith('https:')) return skipped('The address has no padlock (https) yet.')
      const certificate = await probes.certificateOf(publicUrl).catch(() => undefined)
      if (certificate) return judgeCertificate(now(), certificate)
      return warning({
        finding: `This server can’t reach the site at ${publicUrl}.`,
        meaning:
          'If others can’t either, the site is down. Some networks only block the way from inside.',
        action:
          'Open the site on a phone without wifi. If it doesn’t load, check the proxy and DNS.',
      })
    },
  },
  {
    name: 'proxy',
    title: 'Proxy',
    run: async ({ config, server }) => {
      if (server) return judgeProxy(config, server.sightings)
      const verdict = judgeProxy(config, { hasDirect: false })
      return verdict.state === 'failed' ? verdict : skipped('Only the running server can tell.')
    },
  },
]
