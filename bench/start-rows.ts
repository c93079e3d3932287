import type { RowGroup } from './bench.ts'
import { startOurServer } from './our-server.ts'
import { judge } from './table.ts'
import { say } from './workspace.ts'

/** Seconds for `npm start` on an empty data folder, again on the same one, and for Ctrl-C. */
export const startRows: RowGroup = {
  name: 'start',
  measure: async ({ workspace }) => {
    say('start')
    const dataDir = await workspace.folder('start')
    const start = () => startOurServer(workspace, dataDir)
    const first = await start()
    await first.stop()
    const second = await start()
    const stoppedAt = performance.now()
    await second.stop()
    const stopSeconds = (performance.now() - stoppedAt) / 1000
    const seconds = { ours: 'npm start to first answer', peer: '', unit: ' s' }
    return [
      judge({ ...seconds, name: 'start, first' }, { value: first.secondsToAnswer, unit: ' s' }),
      judge(
        { ...seconds, name: 'start, second' },
        { value: second.secondsToAnswer, unit: ' s', atMost: 2.5 },
      ),
      judge(
        { name: 'stop', ours: 'SIGINT to the end', peer: '' },
        { value: stopSeconds, unit: ' s' },
      ),
    ]
  },
}
