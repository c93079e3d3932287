/** A browser tab in the live room, in its own process so that it can be killed without a goodbye. */
import { LiveClient } from '#server/testing/live-client.ts'

const { offer, accept } = await LiveClient.prepare()
process.once('message', (answer: string) => {
  void accept(answer).then(() => process.send?.('connected'))
})
process.send?.(offer)
