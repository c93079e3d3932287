import { hash } from '@node-rs/argon2'
import type { Registration } from '#contract/accounts.ts'
import type { PrayerStatus } from '#contract/prayer.ts'
import { RIGHTS, type Right } from '#contract/rights.ts'
import type { ProductType } from '#contract/shop.ts'
import type { AudioState, ReactionKind, StoryCategory, StoryStatus } from '#contract/stories.ts'
import type { Db } from '#server/db/connect.ts'
import type { PurchaseState } from '#server/db/schema.gen.ts'
import { nameColumns, nameKey } from '#server/domain/name-key.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import type { Caller } from './api.ts'
import { Secrets } from './secrets.ts'

export const TEST_PASSWORD = 'a quiet morning walk'
const TEST_CONTENT = 'The ovens were warm before the street was awake.'
/**
 * The smallest memory and number of passes, because tests sign in and guess hundreds of times: a hash
 * is checked at the cost that stands in it.
 */
const TEST_HASH = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const
let passwordHash: Promise<string> | undefined

/** A test member with everything needed to sign in. */
export interface TestMember {
  id: string
  username: string
  email: string
  anonymousUsername: string
  password: string
  rights: readonly Right[]
  cookie: string
}

/**
 * Adds members, stories and other rows to the database; anything a test does not specify gets a
 * default.
 */
export class World {
  readonly #db: Db
  readonly #secrets: Secrets
  #count = 0

  constructor(db: Db, secrets = new Secrets()) {
    this.#db = db
    this.#secrets = secrets
  }

  async member(
    given: Partial<Pick<TestMember, 'username' | 'email' | 'anonymousUsername' | 'rights'>> & {
      timeZone?: string
      emailVerified?: boolean
      /** Two days ago by default: reports of new members count for less. */
      createdAt?: Date
    } = {},
  ): Promise<TestMember> {
    const unique = uniqueLetters(++this.#count)
    const username = given.username ?? `login-${unique}`
    const email = given.email ?? `mail-${unique}@example.org`
    const anonymousUsername = given.anonymousUsername ?? `Sparrow ${unique}`
    passwordHash ??= hash(TEST_PASSWORD, TEST_HASH)
    const rights = [...(given.rights ?? [])]
    const { memberId } = await this.#db
      .insertInto('member')
      .values({
        username,
        usernameKey: nameKey(username),
        email,
        emailVerifiedAt: given.emailVerified === false ? null : new Date(),
        passwordHash: await passwordHash,
        ...nameColumns(anonymousUsername),
        rights,
        timeZone: given.timeZone ?? 'America/Chicago',
        createdAt: given.createdAt ?? new Date(Date.now() - 2 * 86_400_000),
      })
      .returning('memberId')
      .executeTakeFirstOrThrow()
    const cookie = await this.session(memberId)
    this.#secrets.add(username, email, anonymousUsername, TEST_PASSWORD, cookie.split('=')[1])
    return {
      id: memberId,
      username,
      email,
      anonymousUsername,
      password: TEST_PASSWORD,
      rights,
      cookie,
    }
  }

  /** The input that a new person sends to register. */
  registration(given: Partial<Registration> = {}): Registration {
    const unique = uniqueLetters(++this.#count)
    return {
      username: `login-${unique}`,
      email: `mail-${unique}@example.org`,
      password: TEST_PASSWORD,
      anonymousUsername: `Heron ${unique}`,
      ...given,
    }
  }

  /** A unique network address, for rate limits. */
  address(): string {
    const count = ++this.#count
    return `198.18.${count >> 8}.${count & 255}`
  }

  admin(given: Parameters<World['member']>[0] = {}): Promise<TestMember> {
    return this.member({ rights: RIGHTS, ...given })
  }

  /**
   * A new session's cookie. By default, calls that need a step-up accept it for as long as it
   * lives.
   */
  async session(
    memberId: string,
    expiresAt = new Date(Date.now() + 86_400_000),
    steppedUpAt: Date | null = expiresAt,
  ): Promise<string> {
    const token = newToken()
    await this.#db
      .insertInto('session')
      .values({
        memberId,
        tokenHash: hashToken(token),
        device: 'Firefox on Linux',
        expiresAt,
        steppedUpAt,
        // A session lasts 90 days at most, so one that ends far in the future cannot begin today.
        createdAt: new Date(expiresAt.getTime() - 86_400_000),
      })
      .execute()
    return `folx=${token}`
  }

  /** A session that needs a step-up, such as one opened with an emailed code. */
  async staleSession(memberId: string): Promise<Caller> {
    return { cookie: await this.session(memberId, undefined, null) }
  }

  /** Adds a story, approved and written by default; returns its id. */
  async story(given: {
    author: Pick<TestMember, 'id'>
    title?: string
    content?: string
    anotherVoice?: boolean
    category?: StoryCategory
    status?: StoryStatus
    rejectionReason?: string
    tags?: readonly string[]
    hiddenAt?: Date
    /** A voice story: the state of its recording and the key of its file. */
    recording?: { state: AudioState; key: string }
  }): Promise<number> {
    const { storyId } = await this.#db
      .insertInto('story')
      .values({
        memberId: given.author.id,
        title: given.title ?? 'A bakery at dawn',
        content: given.recording ? null : (given.content ?? TEST_CONTENT),
        anotherVoice: given.anotherVoice ?? false,
        audioState: given.recording?.state ?? null,
        audioKey: given.recording?.key ?? null,
        category: given.category ?? 'faith',
        status: given.status ?? 'approved',
        rejectionReason: given.rejectionReason ?? null,
        hiddenAt: given.hiddenAt ?? null,
      })
      .returning('storyId')
      .executeTakeFirstOrThrow()
    for (const name of given.tags ?? []) await this.#tag(storyId, name)
    return storyId
  }

  async #tag(storyId: number, name: string): Promise<void> {
    const { tagId } = await this.#db
      .insertInto('tag')
      .values({ name, nameKey: name.toLowerCase() })
      .onConflict((conflict) => conflict.column('nameKey').doUpdateSet({ name }))
      .returning('tagId')
      .executeTakeFirstOrThrow()
    await this.#db.insertInto('storyTag').values({ storyId, tagId }).execute()
  }

  async reply(given: {
    author: Pick<TestMember, 'id'>
    storyId: number
    content?: string
    parentId?: number
  }): Promise<number> {
    const { replyId } = await this.#db
      .insertInto('reply')
      .values({
        memberId: given.author.id,
        storyId: given.storyId,
        content: given.content ?? 'Thank you for telling this.',
        parentId: given.parentId ?? null,
        replyToId: given.parentId ?? null,
      })
      .returning('replyId')
      .executeTakeFirstOrThrow()
    await this.#db
      .updateTable('story')
      .set((eb) => ({ replyCount: eb('replyCount', '+', 1) }))
      .where('storyId', '=', given.storyId)
      .execute()
    return replyId
  }

  /** Adds a prayer request, by default approved just now; returns its id. */
  async prayerRequest(given: {
    author: Pick<TestMember, 'id'>
    content?: string
    status?: PrayerStatus
    prayers?: number
    endsAt?: Date
    answer?: string
  }): Promise<number> {
    const status = given.status ?? 'approved'
    const now = new Date()
    const isShown = status !== 'pending' && status !== 'rejected'
    const { prayerRequestId } = await this.#db
      .insertInto('prayerRequest')
      .values({
        memberId: given.author.id,
        content: given.content ?? 'For a friend in the hospital.',
        status,
        prayerCount: given.prayers ?? 0,
        approvedAt: isShown ? now : null,
        endsAt: isShown ? (given.endsAt ?? new Date(now.getTime() + 30 * 86_400_000)) : null,
        answeredAt: status === 'answered' ? now : null,
        answer: given.answer ?? null,
        answerState: given.answer === undefined ? null : 'approved',
        waitingSince: status === 'pending' ? now : null,
        submittedAt: now,
        createdAt: now,
      })
      .returning('prayerRequestId')
      .executeTakeFirstOrThrow()
    return prayerRequestId
  }

  async personalActions(member: TestMember, ...contents: string[]): Promise<void> {
    for (const content of contents) {
      await this.#db.insertInto('personalAction').values({ memberId: member.id, content }).execute()
    }
  }

  async reaction(given: {
    member: Pick<TestMember, 'id'>
    storyId: number
    kind?: ReactionKind
  }): Promise<void> {
    const kind = given.kind ?? 'heart'
    await this.#db
      .insertInto('reaction')
      .values({ memberId: given.member.id, storyId: given.storyId, kind })
      .execute()
    const column = (
      {
        heart: 'heartCount',
        praying_hands: 'prayingHandsCount',
        raised_hands: 'raisedHandsCount',
      } as const
    )[kind]
    await this.#db
      .updateTable('story')
      .set((eb) => ({ [column]: eb(column, '+', 1) }))
      .where('storyId', '=', given.storyId)
      .execute()
  }

  /** Adds a product, by default a published one-time product without a file; returns its id. */
  async product(
    given: {
      title?: string
      priceCents?: number
      productType?: ProductType
      displayOrder?: number
      isDeleted?: boolean
      /** The key of a PDF and its size in bytes. */
      file?: { key: string; size: number }
    } = {},
  ): Promise<number> {
    const { file, ...values } = given
    const { productId } = await this.#db
      .insertInto('product')
      .values({
        title: 'A workbook',
        description: '<p>Twelve quiet mornings.</p>',
        priceCents: 1_250,
        productType: 'one_time',
        ...values,
        ...(file && {
          fileKey: file.key,
          fileName: 'workbook.pdf',
          fileType: 'application/pdf',
          fileSize: file.size,
        }),
      })
      .returning('productId')
      .executeTakeFirstOrThrow()
    return productId
  }

  /** Adds a completed purchase, by default owned for good or renewing monthly; returns its id. */
  async purchase(given: {
    member: Pick<TestMember, 'id'>
    productId: number
    state?: PurchaseState
    endsAtPeriodEnd?: boolean
    isSurplus?: boolean
    accessUntil?: Date | null
  }): Promise<number> {
    const product = await this.#db
      .selectFrom('product')
      .select(['productId', 'title', 'priceCents', 'productType'])
      .where('productId', '=', given.productId)
      .executeTakeFirstOrThrow()
    const { title, ...sold } = product
    const now = new Date()
    const { checkoutId } = await this.#db
      .insertInto('checkout')
      .values({
        ...sold,
        memberId: given.member.id,
        provider: 'till',
        status: 'complete',
        expiresAt: now,
        finishedAt: now,
      })
      .returning('checkoutId')
      .executeTakeFirstOrThrow()
    const isSubscription = product.productType === 'subscription'
    const inAMonth = new Date(now.getTime() + 30 * 86_400_000)
    const { member, ...values } = given
    const { purchaseId } = await this.#db
      .insertInto('purchase')
      .values({
        ...sold,
        title,
        memberId: member.id,
        provider: 'till',
        checkoutId,
        purchasedAt: now,
        state: isSubscription ? 'active' : 'owned',
        subscriptionRef: isSubscription ? `sub_${checkoutId}` : null,
        periodEnd: isSubscription ? inAMonth : null,
        accessUntil: isSubscription ? inAMonth : null,
        ...values,
      })
      .returning('purchaseId')
      .executeTakeFirstOrThrow()
    return purchaseId
  }
}

/**
 * Encodes a number in letters that never look alike: 1 is 'bm', 2 is 'cm', 21 is 'bbm'. None of the names
 * begins with another one, so that a test that looks for one finds no other.
 */
function uniqueLetters(count: number): string {
  const letters = 'abcdefghjkpqrstuwxyz'
  const digits = [...count.toString(20)].map((digit) => letters[Number.parseInt(digit, 20)])
  return `${digits.join('')}m`
}
