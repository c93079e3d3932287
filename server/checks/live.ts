import type { LiveHealth } from '#server/ports/live/port.ts'
import { type Check, failed, ok, skipped, type Verdict, warning } from './check.ts'

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

export const LIVE_CHECKS: readonly Check[] = [
  {
    name: 'live-room',
    title: 'Live room',
    run: async ({ server }) =>
      server ? judgeLive(await server.live.health()) : skipped('Only the running server can tell.'),
  },
]
