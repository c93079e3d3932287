import { expect } from './expect.ts'
import { test as base } from './page-test.ts'
import { Shop } from './shop.ts'
import { callAs } from './steps.ts'

export const test = base.extend(
  'shop',
  { scope: 'file' },
  async ({ site, world }) =>
    new Shop({
      admin: await world.admin(),
      callAs: (member, call) => callAs(site, member, call),
      until: (read, expected) => expect.poll(read).toMatchObject(expected),
    }),
)
