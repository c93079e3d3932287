import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait long, for processes that start, end and take over; other files run meanwhile. */
const LONGEST = [
  'e2e/payments-crash.slow.test.ts',
  'bench/tiny-run.slow.test.ts',
  'server/ports/recordings/mediabunny.test.ts',
  'scripts/restore.slow.test.ts',
  'scripts/upgrade.slow.test.ts',
  'server/features/mailings/crash.slow.test.ts',
  'server/http/access.db.test.ts',
  'server/http/flood.slow.test.ts',
  'server/features/mailings/sending.db.test.ts',
  'server/features/accounts/sign-in.db.test.ts',
  'server/features/notifications/delivery.db.test.ts',
  'server/features/private-text/rotation.slow.test.ts',
]

/** Begins with the longest files, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(relative(root, moduleId))
      return index < 0 ? LONGEST.length : index
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
