import ipaddr from 'ipaddr.js'
import { countRunningServers } from '#server/db/running-servers.ts'
import type { LiveHealth } from '#server/ports/live/port.ts'
import { type Check, databaseCheck, failed, ok, skipped, type Verdict, warning } from './check.ts'

/** @param siteAddresses what the public host name leads to; empty if DNS doesn't say */
export function judgeLive(
  { isReady, sentence, network }: LiveHealth,
  siteAddresses: readonly string[],
): Verdict {
  const meaning = 'Live sessions can’t start, or people hear nothing.'
  if (!isReady) {
    return failed({
      finding: sentence,
      meaning,
      action: network
        ? 'Free one of the ports in LIVE_PORTS, or name others there and in the firewall.'
        : 'Check the keys of the live room’s provider in .env, and whether it reports an outage.',
    })
  }
  if (network && network.announcedAddresses.length === 0) {
    return warning({
      finding: 'The live room has no address that browsers could reach.',
      meaning,
      action: 'Set LIVE_ANNOUNCED_IPS to the public address of this server.',
    })
  }
  const isHidden = network && !network.hasTurn && network.announcedAddresses.every(isPrivate)
  if (isHidden && siteAddresses.some((address) => !isPrivate(address))) {
    return failed({
      finding: `The live room tells browsers to send their sound to ${network.announcedAddresses.join(' and ')}, which can’t be reached from the internet.`,
      meaning: 'People outside of this machine’s own network hear nothing.',
      action:
        'Set LIVE_ANNOUNCED_IPS to the public address of this server, and forward the port in LIVE_PORTS to it, for UDP and TCP. Then restart the server.',
    })
  }
  return ok(sentence)
}

/** The embedded room is in the memory of one process. */
function judgeNodes({ provider, nodes }: { provider: string; nodes: number }): Verdict {
  if (provider !== 'embedded') return ok('Several nodes can share the live room.')
  if (nodes <= 1) return ok('One node has the live room.')
  return failed({
    finding: `${nodes} nodes use this database, but the embedded live room belongs to one process.`,
    meaning:
      'Only one node can run the live room, and others with LIVE_PROVIDER=embedded can’t start.',
    action: 'Set LIVE_PROVIDER to livekit or daily on every node, or run one node.',
  })
}

const PRIVATE = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Whether an address is only reachable from its own network, such as a container's. */
function isPrivate(address: string): boolean {
  return PRIVATE.includes(ipaddr.process(address).range())
}

export const LIVE_CHECKS: readonly Check[] = [
  {
    name: 'live-room',
    title: 'Live room',
    run: async ({ config: { publicUrl }, probes, server }) => {
      if (!server) return skipped('Only the running server can tell.')
      const { hostname } = new URL(publicUrl)
      const siteAddresses = await probes.addressesOf(hostname).catch(() => [])
      return judgeLive(await server.live.health(), siteAddresses)
    },
  },
  databaseCheck({
    name: 'live-room-nodes',
    title: 'Nodes of the live room',
    run: async ({ db, config }) =>
      judgeNodes({ provider: config.live.provider, nodes: await countRunningServers(db) }),
  }),
]
