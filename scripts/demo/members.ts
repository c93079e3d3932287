import { z } from 'zod'
import { PRESETS, type Preset, type Right } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import { once, Text } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'

/** A number that isn't negative. */
export const Amount = Text.regex(/^\d+(\.\d+)?$/, "isn't a number").transform(Number)

const DemoMember = z
  .strictObject({
    /** A nickname that only the files of the demo use. */
    title: Text,
    /** The private login name. It shares nothing with the pseudonym. */
    username: Text,
    email: Text,
    /** The pseudonym that the community sees, 1 to 30 characters. */
    anonymousUsername: Text,
    /** IANA name. */
    timeZone: Text,
    /** Days before seeding. */
    joinedDaysAgo: Amount,
    rights: z.enum(Object.keys(PRESETS) as Preset[], 'has no such preset').optional(),
  })
  .transform(({ title: nickname, rights, ...member }) => ({
    ...member,
    nickname,
    rights: rights && (PRESETS[rights] as readonly Right[]),
  }))
export type DemoMember = z.infer<typeof DemoMember>

/** The thirty members of the demo community, in a fixed order. */
export const demoMembers = once(() => readTexts('demo/members.md', DemoMember))

/** A member's nickname, as the index in `demoMembers`. */
export const Nickname = Text.transform(memberIndex).refine(
  (index) => index >= 0,
  "isn't a member of the demo",
)

/** The index of a member in `demoMembers` by nickname, or -1. */
export function memberIndex(nickname: string): number {
  return demoMembers().findIndex((member) => member.nickname === nickname)
}

/** The ids of all members in the database by their usernames. */
export async function memberIds(db: Queryable): Promise<Map<string, string>> {
  const members = await db.selectFrom('member').select(['memberId', 'username']).execute()
  return new Map(members.map(({ memberId, username }) => [username, memberId]))
}
