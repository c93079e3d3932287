import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { actionEndpoints } from '#contract/actions.ts'
import { connectionEndpoints } from '#contract/connections.ts'
import { dailyEndpoints } from '#contract/daily.ts'
import { emailEndpoints } from '#contract/email.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { joiningEndpoints } from '#contract/joining.ts'
import { liveEndpoints } from '#contract/live.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints } from '#contract/prayer.ts'
import { ruleEndpoints } from '#contract/rules.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { tagEndpoints } from '#contract/tags.ts'
import { teamEndpoints } from '#contract/team.ts'
import { triviaEndpoints } from '#contract/trivia.ts'
import type { Db } from '#server/db/connect.ts'
import type { TestApi, TestResponse } from '#server/testing/api.ts'
import { setUpPasskey } from '#server/testing/factors.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** Something that can be open in two places. */
interface Kind {
  save: Endpoint
  /** Makes it if it must be made first, and returns what a page shows of it. */
  read: (caller: TestApi, world: World, db: Db) => Promise<Shown>
  /** A body that differs with the text. */
  change: (text: string, shown: Shown) => Record<string, unknown>
  /** The field that contains the text. */
  field: string
  /** Each save has a new version, also one that changes nothing. */
  isCounted?: boolean
  /** The parts of its address besides the id. */
  place?: { params?: Record<string, string>; query?: Record<string, string> }
}

type Shown = { id?: unknown; version: string } & Record<string, unknown>

function shown(value: unknown): Shown {
  return value as Shown
}

const QUESTION = {
  subject: 'bible',
  question: 'Who led the people out of Egypt?',
  options: ['Moses', 'Joshua'],
  answer: 'Moses',
  explanation: 'He led them through the sea.',
  source: 'Exodus 14',
  isEnabled: true,
} as const

const KINDS: Record<string, Kind> = {
  'the entry of a day': {
    save: moodEndpoints.save,
    read: async (caller) =>
      shown(await caller.call(moodEndpoints.save, { body: { mood: 'sad', notes: 'Morning' } })),
    change: (notes) => ({ mood: 'sad', notes }),
    field: 'notes',
  },
  'website settings': {
    save: settingsEndpoints.save,
    read: async (caller) => shown(await caller.call(settingsEndpoints.get)),
    change: (siteTitle) => ({ siteTitle }),
    field: 'siteTitle',
  },
  'house rules': {
    save: ruleEndpoints.save,
    read: async (caller) => shown(await caller.call(ruleEndpoints.read)),
    change: (text) => ({ html: `<p>${text}</p>` }),
    field: 'html',
  },
  'AI settings': {
    save: dailyEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(dailyEndpoints.getSettings)),
    change: (agentStyle, { autoGenerate, generateTime, dailyMessagePrompt, reflectionPrompt }) => ({
      ...{ autoGenerate, generateTime, dailyMessagePrompt, reflectionPrompt },
      agentStyle,
    }),
    field: 'agentStyle',
  },
  'email settings': {
    save: emailEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(emailEndpoints.getSettings)),
    change: (postalAddress) => ({ postalAddress }),
    field: 'postalAddress',
  },
  joining: {
    save: joiningEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(joiningEndpoints.getSettings)),
    change: (text) => ({ newcomerDays: text.length }),
    field: 'newcomerDays',
  },
  'settings of the live room': {
    save: liveEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(liveEndpoints.getSettings)),
    change: (title) => ({ assignment: { title, html: '<p>Read Psalm 23.</p>' } }),
    field: 'assignment',
  },
  'a question of the trivia bank': {
    save: triviaEndpoints.updateQuestion,
    read: async (caller) =>
      shown(await caller.call(triviaEndpoints.createQuestion, { body: QUESTION })),
    change: (explanation) => ({ ...QUESTION, explanation }),
    field: 'explanation',
  },
  'a prayer request': {
    save: prayerEndpoints.update,
    read: async (caller) =>
      shown(await caller.call(prayerEndpoints.create, { body: { content: 'Pray for rain' } })),
    change: (content) => ({ content }),
    field: 'content',
  },
  'a story': {
    save: storyEndpoints.update,
    read: async (caller) =>
      shown(await caller.call(storyEndpoints.create, { fields: storyOf('How it began') })),
    change: storyOf,
    field: 'content',
  },
  'a daily text': {
    save: dailyEndpoints.publish,
    read: async (caller) =>
      shown(await caller.call(dailyEndpoints.publish, { fields: dailyTextOf('Morning') })),
    change: dailyTextOf,
    field: 'content',
  },
  'a product': {
    save: shopEndpoints.updateProduct,
    read: async (caller, world) => {
      const id = await world.product()
      const products = await caller.call(shopEndpoints.listAllProducts)
      return shown(products.find((product) => product.id === id))
    },
    change: (title) => ({ title, description: '<p>A book.</p>', price: '7.50' }),
    field: 'title',
    isCounted: true,
  },
  'an answer to a prayer request': {
    save: prayerEndpoints.answer,
    read: async (caller, world) => {
      const { id: memberId } = await caller.call(accountEndpoints.currentUser)
      const id = await world.prayerRequest({ author: { id: memberId } })
      const body = { answer: 'At first.' }
      return shown(await caller.call(prayerEndpoints.answer, { params: { id }, body }))
    },
    change: (answer) => ({ answer }),
    field: 'answer',
  },
  'an answer of the guidance team': {
    save: guidanceEndpoints.respond,
    read: async (caller) => {
      const question = { content: 'How do I pray?', category: 'faith' } as const
      const { id } = await caller.call(guidanceEndpoints.ask, { body: question })
      const body = { responseContent: 'At first.' }
      return shown(await caller.call(guidanceEndpoints.respond, { params: { id }, body }))
    },
    change: (responseContent) => ({ responseContent, waitingSince: null }),
    field: 'responseContent',
  },
  'a tag': {
    save: tagEndpoints.rename,
    read: async (caller) => {
      const name = `Hope ${crypto.randomUUID().slice(0, 8)}`
      await caller.call(storyEndpoints.createTag, { body: { name } })
      const tags = await caller.call(tagEndpoints.list)
      return shown(tags.find((tag) => tag.name === name))
    },
    change: (text, { id }) => ({ name: `${text} ${id}` }),
    field: 'name',
  },
  'the tags of a story': {
    save: storyEndpoints.setTags,
    read: async (caller, world) => {
      const id = await world.story({ author: await world.member(), tags: ['hope'] })
      return shown(await caller.call(storyEndpoints.get, { params: { id } }))
    },
    // Sent in another order and case than they are stored in.
    change: (text) => ({ tags: ['Rest', text, 'hope'] }),
    field: 'tags',
  },
  'the name of a passkey': {
    save: factorEndpoints.renamePasskey,
    read: async (caller) => {
      await setUpPasskey(caller)
      const { passkeys } = await caller.call(factorEndpoints.list)
      return shown(passkeys[0])
    },
    change: (name) => ({ name }),
    field: 'name',
  },
  'the title of a recording': {
    save: liveEndpoints.changeRecording,
    read: async (caller, _world, db) => {
      const { liveRecordingId } = await db
        .insertInto('liveRecording')
        .values({ status: 'ready', title: 'At first', startedAt: new Date(), fileKey: 'none' })
        .returning('liveRecordingId')
        .executeTakeFirstOrThrow()
      const { items } = await caller.call(liveEndpoints.listRecordings)
      return shown(items.find(({ id }) => id === liveRecordingId))
    },
    change: (title) => ({ title }),
    field: 'title',
  },
  'the rights of somebody on the team': {
    save: teamEndpoints.changeRights,
    read: async (caller, world) => {
      const { id } = await world.member({ rights: ['stories'] })
      const team = await caller.call(teamEndpoints.list)
      return shown(team.find((member) => member.id === id))
    },
    change: (text, { anonymousUsername }) => ({ anonymousUsername, rights: RIGHTS[text] }),
    field: 'rights',
  },
  'a connection': {
    save: connectionEndpoints.save,
    place: { params: { area: 'ai' }, query: { anyway: 'true' } },
    read: async (caller) => {
      const params = { area: 'ai' } as const
      const query = { anyway: 'true' } as const
      const body = aiOf('At first')
      return shown(await caller.call(connectionEndpoints.save, { params, query, body }))
    },
    change: aiOf,
    field: 'values',
  },
  'the daily reminder': {
    save: notificationEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(notificationEndpoints.getSettings)),
    change: (text) => ({
      reminder: { isOn: true, clockTime: TIMES[text], weekdays: [1], channel: 'email' },
    }),
    field: 'reminder',
  },
  'rest days': {
    save: actionEndpoints.chooseRestDays,
    read: async (caller) => shown(await caller.call(actionEndpoints.week)),
    change: (text) => ({ weekdays: [text.length % 7] }),
    field: 'restWeekdays',
  },
  'quiet hours': {
    save: notificationEndpoints.saveSettings,
    read: async (caller) => shown(await caller.call(notificationEndpoints.getSettings)),
    change: (text) => ({ quietHours: { from: TIMES[text], to: '06:00' } }),
    field: 'quietHours',
  },
  'the time zone of a member': {
    save: accountEndpoints.changeUser,
    read: async (caller) => shown(await caller.call(accountEndpoints.currentUser)),
    change: (text) => ({ timeZone: ZONES[text] }),
    field: 'timeZone',
  },
  'a scheduled email': {
    save: emailEndpoints.changeScheduled,
    read: async (caller) => {
      const body = { ...mailOf('News'), sendAt: new Date(Date.now() + 86_400_000).toISOString() }
      return shown(await caller.call(emailEndpoints.createScheduled, { body }))
    },
    change: mailOf,
    field: 'subject',
    isCounted: true,
  },
}

const RIGHTS: Record<string, string[]> = {
  First: ['stories', 'guidance'],
  'Second one': ['stories', 'mail'],
  'The third one': ['mail'],
}
const TIMES: Record<string, string> = {
  First: '22:00',
  'Second one': '21:00',
  'The third one': '23:00',
}
const ZONES: Record<string, string> = {
  First: 'Europe/Paris',
  'Second one': 'Asia/Tokyo',
  'The third one': 'America/Chicago',
}

function aiOf(AI_MODEL: string): Record<string, string> {
  return { AI_BASE_URL: 'https://ai.example', AI_MODEL, AI_API_KEY: 'secret' }
}

function storyOf(content: string): Record<string, string> {
  return { title: 'Rain', category: 'faith', content: `${content}, and how it went on.` }
}

function dailyTextOf(text: string): Record<string, string> {
  return { type: 'message', format: 'text', content: `<p>${text}</p>` }
}

function mailOf(subject: string): { subject: string; html: string } {
  return { subject, html: '<p>Dear all</p>' }
}

/** Sends a change in the format of its call. */
function sendChange(
  caller: TestApi,
  { save, change, place }: Kind,
  { text, before, version }: { text: string; before: Shown; version?: string | undefined },
): Promise<TestResponse> {
  const values = { ...change(text, before), ...(version !== undefined && { version }) }
  const params = { id: before.id, ...place?.params }
  const query = place?.query ?? {}
  if (!save.form) return caller.request(save, { params, query, body: values })
  const fields = Object.entries(values).map(([name, value]) => [name, String(value)])
  return caller.request(save, { params, fields: Object.fromEntries(fields) })
}

test.for(Object.entries(KINDS))(
  '%s is never replaced unseen',
  async ([, kind], { api, world, context }) => {
    const caller = api.as(await world.admin())
    const before = await kind.read(caller, world, context.db)
    const save = (text: string, version?: string) =>
      sendChange(caller, kind, { text, before, version })
    const first = await save('First', before.version)
    expect(first.status).toBe(200)
    const saved = shown(first.json)
    const second = await save('Second one', before.version)
    expect(second).toMatchObject({ status: 409, json: { code: 'conflict', newer: saved } })
    // The answer to a save was lost, and it is sent again.
    expect((await save('First', before.version)).status).toBe(kind.isCounted ? 409 : 200)
    // The person has seen the newer one, and keeps their own.
    const kept = await save('Second one', saved.version)
    expect(kept.status).toBe(200)
    expect(shown(kept.json).version).not.toBe(saved.version)
    // Clients that don't know versions.
    expect((await save('The third one')).status).toBe(200)
  },
)

test.for(Object.entries(KINDS))(
  'of two saves of %s at once, one wins and the other learns of it',
  async ([, kind], { api, world, context }) => {
    const caller = api.as(await world.admin())
    const before = await kind.read(caller, world, context.db)
    const answers = await Promise.all(
      ['First', 'Second one'].map((text) =>
        sendChange(caller, kind, { text, before, version: before.version }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)?.json as { newer: Shown }
    const won = shown(answers.find(({ status }) => status === 200)?.json)
    expect(refused.newer[kind.field]).toEqual(won[kind.field])
  },
)

test('two first entries of a day don’t replace each other', async ({ api, world }) => {
  for (let round = 0; round < 5; round++) {
    const caller = api.as(await world.member())
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((notes) =>
        caller.request(moodEndpoints.save, { body: { mood: 'joyful', notes, version: '' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const { items } = await caller.call(moodEndpoints.list)
    expect(items).toHaveLength(1)
    for (const { status, json } of answers) {
      expect(status === 409 ? (json as { newer: Shown }).newer : json).toEqual(items[0])
    }
  }
})

test('a newer value is never shown to someone else', async ({ api, world }) => {
  const [ana, ben] = [api.as(await world.member()), api.as(await world.member())]
  await ana.call(moodEndpoints.save, { body: { mood: 'sad', notes: 'Only mine' } })
  const body = { mood: 'joyful', notes: 'Mine', version: 'x' } as const
  expect((await ben.request(moodEndpoints.save, { body })).status).toBe(201)
})
