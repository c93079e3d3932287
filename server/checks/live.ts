import { countNodes } from '#server/db/running-servers.ts'
import type { LiveHealth } from '#server/ports/live/port.ts'
import { type Check, databaseCheck, failed, ok, skipped, type Verdict, warning } from './check.ts'

function judgeLive({ isReady, sentence, network }: LiveHealth): Verdict {
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

export const LIVE_CHECKS: readonly Check[] = [
  {
    name: 'live-room',
    title: 'Live room',
    run: async ({ server }) =>
      server ? judgeLive(await server.live.health()) : skipped('Only the running server can tell.'),
  },
  databaseCheck({
    name: 'live-room-nodes',
    title: 'Nodes of the live room',
    run: async ({ db, config }) =>
      judgeNodes({ provider: config.live.provider, nodes: await countNodes(db) }),
  }),
]
