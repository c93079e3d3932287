/** A browser's tab in the live room, in a process of its own so that it can die without a word. */
import { LiveClient } from '#server/testing/live-client.ts'

const { offer, accept } = await LiveClient.prepare()
process.once('message', (answer: string) => {
  void accept(answer).then(() => process.send?.('connected'))
})
process.send?.(offer)
