import { randomUUID } from 'node:crypto'
import { RIGHTS } from '#contract/rights.ts'
import type { Db } from '#server/db/connect.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import {
  addFactors,
  addPasskeys,
  FACTOR_CALLS,
  RECOVERY_CODE,
  startPendingSignIn,
} from './factors.ts'
import type { Role } from './requests.ts'
import type { Fixture } from './run.ts'
import { jsonOf, post, type Sender } from './sender.ts'

/** Ids by path prefix; the longest matching prefix is used. */
type Ids = Record<string, readonly (string | number)[]>

/** Fields in which a request may name a member, like someone who signs in. */
const ABOUT_ACCOUNTS = new Set(['username', 'email', 'anonymousUsername', 'password'])

/**
 * Creates fixtures in a server's database: a member with one of everything, another member with
 * private writing, and a member whose account administrators may change in any way.
 */
export function fixtureMaker(input: Sender & { db: Db }): () => Promise<Fixture> {
  const world = new World(input.db)
  return async () => {
    const member = await world.member()
    const otherMember = await world.member()
    const victim = await world.member()
    const admin = await world.admin()
    const newMember = await world.member({ emailVerified: false })
    const roles = { member, otherMember, admin, newMember }
    const secrets = await writePrivately(input, otherMember)
    const ids = await makeThings({ ...input, world }, { member, otherMember, admin, victim })
    const names = [victim.username, victim.email, victim.anonymousUsername]
    return {
      knowledge: {
        ids: (path) => idsFor(ids, path),
        property: (name) => {
          if (name === 'storyId') return ids['/api/stories'] ?? []
          if (name === 'parentId') return ids['/api/stories/replies'] ?? []
          if (name === 'productId') return ids['/api/admin/products'] ?? []
          if (name === 'timeZone') return ['America/Chicago', 'Europe/Lisbon', 'Asia/Kathmandu']
          if (name === 'code') return ['123456', RECOVERY_CODE, RECOVERY_CODE]
          return ABOUT_ACCOUNTS.has(name) ? [...names, victim.password, ...unused(world)] : []
        },
      },
      cookieOf: async (role, { isThrowAway, method, path }) => {
        // The passkeys of the fixture are this member's.
        const isKept = !isThrowAway || (role === 'member' && path.startsWith('/api/user/passkeys/'))
        if (isKept) return role === 'visitor' ? undefined : roles[role].cookie
        if (FACTOR_CALLS.test(path))
          return factorCookie({ ...input, world }, { role, method, path })
        if (role === 'visitor') return undefined
        return (await world.member({ rights: role === 'admin' ? RIGHTS : [] })).cookie
      },
      forbiddenTo: (role) => {
        const tokens = [member, otherMember, admin, victim].map(({ cookie }) => tokenOf(cookie))
        if (role === 'otherMember') return tokens
        if (role === 'admin') return [...tokens, secrets.mood]
        const addresses = [otherMember.email, otherMember.username]
        return [...tokens, ...addresses, secrets.mood, secrets.guidance]
      },
    }
  }
}

/** The cookie of a member with second factors who is signed in, or whose sign-in is pending. */
async function factorCookie(
  maker: Sender & { db: Db; world: World },
  { role, method, path }: { role: Role; method: string; path: string },
): Promise<string | undefined> {
  const isWaiting = path.startsWith('/api/login/')
  if (role === 'visitor' && !isWaiting) return undefined
  const someone = await maker.world.member({ rights: role === 'admin' ? RIGHTS : [] })
  // The only call for members without factors.
  if (method === 'POST' && path === '/api/user/totp') return someone.cookie
  await addFactors(maker, someone)
  if (!isWaiting) return someone.cookie
  const waiting = await startPendingSignIn(maker, someone)
  return role === 'visitor' ? waiting : `${someone.cookie}; ${waiting}`
}

/** Unused names, so that a registration can succeed. */
function unused(world: World): string[] {
  const { username, email, anonymousUsername, password } = world.registration()
  return [username, email, anonymousUsername, password]
}

function tokenOf(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1)
}

function idsFor(ids: Ids, path: string): readonly (string | number)[] {
  const starts = Object.keys(ids).filter((start) => path.startsWith(start))
  const [longest] = starts.sort((one, other) => other.length - one.length)
  return longest === undefined ? [] : (ids[longest] ?? [])
}

async function writePrivately(
  sender: Sender,
  { cookie, id }: TestMember,
): Promise<{ mood: string; guidance: string }> {
  const texts = { mood: `only-i-read-${id}`, guidance: `only-the-team-reads-${id}` }
  const json = { mood: 'anxious', notes: texts.mood }
  await post(sender, { path: '/api/moods', cookie, json })
  const request = { content: texts.guidance, category: 'faith' }
  await post(sender, { path: '/api/guidance', cookie, json: request })
  return texts
}

/** Adds voice stories whose transcripts wait for a helper and for review. */
async function addSpoken(db: Db, world: World, author: TestMember): Promise<number[]> {
  const ids: number[] = []
  for (const state of ['asked', 'review'] as const) {
    const recording = { state: 'ready', key: `recordings/${randomUUID()}` } as const
    const storyId = await world.story({ author, recording })
    const words = state === 'review' ? ({ text: 'Rain.', source: 'author' } as const) : {}
    await db
      .insertInto('transcript')
      .values({ storyId, state, changedAt: new Date(), ...words })
      .execute()
    ids.push(storyId)
  }
  return ids
}

async function makeThings(
  maker: Sender & { db: Db; world: World },
  people: Record<'member' | 'otherMember' | 'admin' | 'victim', TestMember>,
): Promise<Ids> {
  const { db, world } = maker
  const { member, otherMember, admin, victim } = people
  // First, because generated ids are often 1, and whoever wrote that may be suspended.
  const victimStory = await world.story({ author: victim })
  const victimReply = await world.reply({ author: victim, storyId: victimStory })
  const storyId = await world.story({ author: member })
  const pending = await world.story({ author: member, status: 'pending' })
  const others = await world.story({ author: otherMember, status: 'pending' })
  const spoken = await addSpoken(db, world, member)
  const replyId = await world.reply({ author: member, storyId })
  const answer = await world.reply({ author: otherMember, storyId, parentId: replyId })
  const productId = await world.product()
  const monthly = await world.product({ productType: 'subscription' })
  const purchases = [
    await world.purchase({ member, productId }),
    await world.purchase({ member, productId: monthly }),
    await world.purchase({ member: otherMember, productId: monthly }),
  ]
  const bought = await db
    .selectFrom('purchase')
    .select(['purchaseId', 'checkoutId', 'subscriptionRef'])
    .where('purchaseId', 'in', purchases)
    .execute()
  const prayers = [
    await world.prayerRequest({ author: member }),
    await world.prayerRequest({ author: otherMember, status: 'pending' }),
  ]
  const victimPrayer = await world.prayerRequest({ author: victim })
  const { cookie } = member
  const made = async (path: string, as: string, json: object): Promise<number> =>
    Number(Object(jsonOf(await post(maker, { path, cookie: as, json }))).id)
  const action = await made('/api/daily-myactions', cookie, { actionContent: 'Write one page' })
  const mood = await made('/api/moods', cookie, { mood: 'grateful', notes: 'Rain.' })
  const request = { content: 'How do I rest?', category: 'mindset' }
  const guidance = await made('/api/guidance', cookie, request)
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const broadcast = { subject: 'News', html: '<p>News</p>', sendAt }
  const mailing = await made('/api/admin/scheduled-emails', admin.cookie, broadcast)
  const sessions = await db
    .selectFrom('session')
    .select('sessionId')
    .where('memberId', '=', victim.id)
    .execute()
  return {
    '/api/stories': [storyId, pending, others, ...spoken],
    '/api/admin/transcripts': spoken,
    '/api/admin/stories': [storyId, pending, others],
    '/api/prayer-requests': prayers,
    '/api/admin/prayer-requests': prayers,
    '/api/admin/prayer-requests/{id}/suspend-author': [victimPrayer],
    '/api/stories/replies': [replyId, answer],
    '/api/admin/stories/{id}/suspend-author': [victimStory],
    '/api/admin/replies/{id}/suspend-author': [victimReply],
    '/api/daily-myactions': [action],
    '/api/moods': [mood],
    '/api/guidance': [guidance],
    '/api/admin/guidance': [guidance],
    '/api/user/passkeys': await addPasskeys(db, member.id),
    '/api/user/sessions': sessions.map(({ sessionId }) => sessionId),
    '/api/admin/products': [productId, monthly],
    '/api/checkouts': bought.map(({ checkoutId }) => checkoutId),
    '/api/till': bought.map(({ checkoutId }) => checkoutId),
    '/api/purchases': purchases,
    '/api/subscriptions': bought.flatMap(({ subscriptionRef }) => subscriptionRef ?? []),
    '/api/admin/users': [victim.id],
    '/api/admin/scheduled-emails': [mailing],
  }
}
