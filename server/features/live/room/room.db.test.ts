import { expect, vi } from 'vitest'
import { liveEndpoints as calls } from '#contract/live.ts'
import type { RoomSnapshot } from '#contract/live-room.ts'
import { aWhile } from '#server/testing/live-page.ts'
import { test } from '#server/testing/live-world.ts'

function namesOf(room: RoomSnapshot): string[] {
  return room.participants.map(({ anonymousUsername }) => anonymousUsername)
}

test('on air, a member enters, and member and host see each other', async ({ stage }) => {
  const ana = await stage.member()
  expect(await stage.api.as(ana).call(calls.get)).toEqual({
    onAir: false,
    onAirSince: null,
    recording: false,
    participantCount: 0,
    hasAccess: true,
    isRemoved: false,
    hostGoneUntil: null,
  })
  const hostPage = await stage.onAir()
  const page = await stage.enter(ana)
  expect(namesOf(await page.sees((room) => room.participants.length === 2))).toEqual([
    stage.host.anonymousUsername,
    ana.anonymousUsername,
  ])
  await hostPage.sees((room) => room.participants.length === 2)
  expect(hostPage.person()?.isHost).toBe(true)
  expect(hostPage.person(page.participantId)).toEqual({
    id: page.participantId,
    anonymousUsername: ana.anonymousUsername,
    isHost: false,
    isCohost: false,
    state: 'connecting',
    microphone: 'muted',
    maySpeak: true,
  })
  await vi.waitFor(async () => {
    const state = await stage.api.as(ana).call(calls.get)
    expect(state).toMatchObject({ onAir: true, participantCount: 2, hasAccess: true })
  })
})

test('an offer is answered, and everyone sees the state of the connection', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  page.say({ type: 'offer', sdp: 'v=0', transport: 'udp' })
  expect(await page.receives('answer')).toEqual({ type: 'answer', sdp: 'answer to v=0' })
  const { name } = stage.engine.room
  const { participantId } = page
  stage.engine.speak({ type: 'connected', room: name, participantId })
  await hostPage.sees(() => hostPage.person(participantId)?.state === 'connected')
  stage.engine.speak({ type: 'levels', room: name, levels: { [participantId]: 0.5, unknown: 1 } })
  const received = await hostPage.receives('levels')
  expect(received.levels).toEqual({ [participantId]: 0.5 })
  stage.engine.speak({ type: 'gone', room: name, participantId })
  await hostPage.sees(() => hostPage.person(participantId)?.state === 'reconnecting')
  stage.engine.speak({ type: 'restarted', room: name })
  await page.receives('reconnect')
  // With this engine, the page's own report is ignored.
  page.say({ type: 'connection', state: 'connected' })
  await aWhile()
  expect(hostPage.person(participantId)?.state).toBe('reconnecting')
})

test('a microphone is opened at the engine, and closed there when a host mutes it', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  const { participantId } = page
  page.say({ type: 'microphone', isOpen: true })
  await hostPage.sees(() => hostPage.person(participantId)?.microphone === 'live')
  expect(stage.engine.room.seats.get(participantId)?.isOpen).toBe(true)
  hostPage.say({ type: 'mute', participantId })
  await page.receives('muted', ({ by }) => by === 'host')
  await vi.waitFor(() => expect(stage.engine.room.seats.get(participantId)?.isOpen).toBe(false))
  await page.sees(() => page.person()?.maySpeak === false)
  page.say({ type: 'microphone', isOpen: true })
  await page.receives('refused')
  await aWhile()
  expect(stage.engine.room.seats.get(participantId)?.isOpen).toBe(false)
  hostPage.say({ type: 'invite', participantId })
  await page.sees(() => page.person()?.maySpeak === true)
})

test('a microphone that the engine cannot open closes again', async ({ stage }) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  stage.engine.failing.add('setMicrophone')
  page.say({ type: 'microphone', isOpen: true })
  await page.receives('muted', ({ by }) => by === 'room')
  await page.sees(() => page.person()?.microphone === 'muted')
})

test('a member who is not a host cannot use a host’s commands', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  const participantId = hostPage.participantId
  page.say({ type: 'remove', participantId })
  page.say({ type: 'mute', participantId })
  page.say({ type: 'lower-all-hands' })
  await vi.waitFor(() => {
    const refusals = page.messages.filter(({ type }) => type === 'refused')
    expect(refusals).toHaveLength(3)
  })
  expect(hostPage.closeCode).toBeUndefined()
})

test('the rules that a host shows are seen by everyone, also by a late-comer, until the host hides them', async ({
  stage,
  context,
}) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  page.say({ type: 'rules', text: 'No rules.', isShown: true })
  expect((await page.receives('refused')).sentence).toBe('Only a host can do this.')
  const text = 'Be kind.\nListen.'
  hostPage.say({ type: 'rules', text: ` ${text} `, isShown: true })
  await page.sees(({ rules }) => rules === text)
  const late = await stage.enter(await stage.member())
  expect(late.room).toMatchObject({ rules: text, savedRules: '' })
  hostPage.sayText(JSON.stringify({ type: 'rules', text: 'x'.repeat(601), isShown: true }))
  await hostPage.receives('refused')
  hostPage.say({ type: 'rules', text, isShown: false })
  await late.sees(({ rules }) => rules === null)
  const entry = context.db
    .selectFrom('auditEntry')
    .select('detail')
    .where('action', '=', 'live-settings-changed')
    .where('adminId', '=', stage.host.id)
  await vi.waitFor(async () => {
    expect(await entry.execute()).toEqual([{ detail: { changed: ['rules'] } }])
  })
  await stage.api.as(stage.host).call(calls.stop)
  // The text is kept for the next session, in which nobody sees it yet.
  const next = await stage.onAir()
  expect(next.room).toMatchObject({ rules: null, savedRules: text })
})

test('only the speaker and hosts receive a speaking time, with the server’s clock, also after a reconnection', async ({
  stage,
  clock,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const [page, other] = [await stage.enter(ana), await stage.enter(await stage.member())]
  const { participantId } = page
  page.say({ type: 'microphone', isOpen: true })
  await hostPage.sees(() => hostPage.person(participantId)?.microphone === 'live')
  other.say({ type: 'speaking-time', participantId, minutes: 2 })
  expect((await other.receives('refused')).sentence).toBe('Only a host can do this.')
  hostPage.say({ type: 'speaking-time', participantId, minutes: 2 })
  for (const each of [page, hostPage]) {
    await each.sees(({ speakingTimes }) => speakingTimes[0]?.participantId === participantId)
  }
  const given = await page.receives('room', ({ room }) => room.speakingTimes !== undefined)
  const endsAt = given.room.speakingTimes?.[0]?.endsAt ?? ''
  const left = Date.parse(endsAt) - Date.parse(given.now)
  expect(left).toBeGreaterThan(110_000)
  expect(left).toBeLessThanOrEqual(120_000)
  page.breakDown()
  await hostPage.sees(() => hostPage.person(participantId)?.state === 'reconnecting')
  const back = await stage.enter(ana, { resume: participantId })
  expect(back.room?.speakingTimes).toEqual([{ participantId, endsAt }])
  clock.advance({ minutes: 2 })
  await back.sees(({ speakingTimes }) => speakingTimes[0]?.endsAt === null)
  back.say({ type: 'leave' })
  await hostPage.sees(({ speakingTimes }) => speakingTimes.length === 0)
  expect(other.text).not.toContain(endsAt)
})

test('everyone sees raised and lowered hands', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const [one, two] = [
    await stage.enter(await stage.member()),
    await stage.enter(await stage.member()),
  ]
  one.say({ type: 'hand', isUp: true })
  await hostPage.sees((room) => room.hands.length === 1)
  two.say({ type: 'hand', isUp: true })
  const room = await hostPage.sees(({ hands }) => hands.length === 2)
  expect(room.hands).toEqual([one.participantId, two.participantId])
  hostPage.say({ type: 'lower-hand', participantId: one.participantId })
  await two.sees(({ hands }) => hands.length === 1 && hands[0] === two.participantId)
})

test('a removed member is told, and stays out until the room goes on air again', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  hostPage.say({ type: 'remove', participantId: page.participantId })
  expect(await page.ends()).toBe('removed')
  expect(stage.engine.room.seats.has(page.participantId)).toBe(false)
  expect((await stage.api.as(ana).refuse(calls.join, { body: {} })).code).toBe('not_allowed')
  const again = stage.socket(ana)
  await again.ends()
  expect(again.status).toBe(403)
  await stage.api.as(stage.host).call(calls.stop)
  await stage.onAir()
  await stage.enter(ana)
})

test('a member’s second page ends the first one', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const first = await stage.enter(ana)
  const second = await stage.enter(ana)
  expect(await first.ends()).toBe('elsewhere')
  const room = await hostPage.sees(({ participants }) =>
    participants.some(({ id }) => id === second.participantId),
  )
  expect(room.participants).toHaveLength(2)
  expect(stage.engine.room.seats.has(first.participantId)).toBe(false)
})

test('a page that loses its socket can reconnect as the same participant', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const first = await stage.enter(ana)
  const { participantId } = first
  first.say({ type: 'microphone', isOpen: true })
  first.say({ type: 'hand', isUp: true })
  await hostPage.sees(() => hostPage.person(participantId)?.microphone === 'live')
  first.breakDown()
  await hostPage.sees(() => hostPage.person(participantId)?.state === 'reconnecting')
  expect(hostPage.person(participantId)?.microphone).toBe('muted')
  await vi.waitFor(() => expect(stage.engine.room.seats.get(participantId)?.isOpen).toBe(false))
  const back = await stage.enter(ana, { resume: participantId })
  expect(back.participantId).toBe(participantId)
  expect(back.room?.hands).toEqual([participantId])
  await hostPage.sees(() => hostPage.person(participantId)?.state === 'connecting')
  expect(stage.engine.room.seats.size).toBe(2)
})

test('a member cannot reconnect as another member’s participant', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ben = await stage.member()
  const page = await stage.enter(ben, { resume: hostPage.participantId })
  expect(page.participantId).not.toBe(hostPage.participantId)
  expect(page.person()?.isHost).toBe(false)
  expect(hostPage.closeCode).toBeUndefined()
})

test('a participant is gone 20 seconds after the socket was lost', async ({ stage, clock }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  page.breakDown()
  await hostPage.sees(() => hostPage.person(page.participantId)?.state === 'reconnecting')
  clock.advance({ minutes: 0.4 })
  await hostPage.sees(({ participants }) => participants.length === 1)
  expect(stage.engine.room.seats.has(page.participantId)).toBe(false)
})

test('a person who leaves is removed at once', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  page.say({ type: 'leave' })
  expect(await page.ends()).toBe('left')
  await hostPage.sees(({ participants }) => participants.length === 1)
})

test('going off air ends the session for everyone and closes the engine’s room', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  const state = await stage.api.as(stage.host).call(calls.stop)
  expect(state).toMatchObject({ onAir: false, onAirSince: null, participantCount: 0 })
  expect(await page.ends()).toBe('off-air')
  expect(await hostPage.ends()).toBe('off-air')
  await vi.waitFor(() => expect(stage.engine.rooms.size).toBe(0))
  expect(await stage.api.as(stage.host).call(calls.stop)).toMatchObject({ onAir: false })
})

test('the room goes off air after 90 seconds without a host', async ({ stage, clock }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  hostPage.breakDown()
  await page.sees(({ hostGoneUntil }) => hostGoneUntil !== null)
  clock.advance({ minutes: 1 })
  await aWhile(1_300)
  expect(page.closeCode).toBeUndefined()
  clock.advance({ minutes: 0.6 })
  expect(await page.ends()).toBe('no-host')
  expect(await stage.api.as(stage.host).call(calls.get)).toMatchObject({ onAir: false })
})

test('a second administrator in the room keeps it on air', async ({ stage, clock, world }) => {
  const hostPage = await stage.onAir()
  const other = await stage.enter(await world.admin())
  hostPage.breakDown()
  await other.sees(() => other.person(hostPage.participantId)?.state === 'reconnecting')
  expect(other.room?.hostGoneUntil).toBeNull()
  clock.advance({ minutes: 3 })
  await aWhile(1_300)
  expect(other.closeCode).toBeUndefined()
})

test('after the engine gave up, the room is reopened with everyone in it', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  page.say({ type: 'microphone', isOpen: true })
  await hostPage.sees(() => hostPage.person(page.participantId)?.microphone === 'live')
  const { name } = stage.engine.room
  stage.engine.rooms.clear()
  stage.engine.speak({ type: 'failed', room: name })
  await page.receives('reconnect')
  await vi.waitFor(() =>
    expect(stage.engine.room.seats.get(page.participantId)).toEqual({
      canSpeak: true,
      isOpen: true,
    }),
  )
  expect(stage.engine.room.seats.size).toBe(2)
})

test('a room that the engine cannot open does not go on air', async ({ stage }) => {
  stage.engine.failing.add('open')
  const error = await stage.api.as(stage.host).refuse(calls.start)
  expect(error.code).toBe('provider_unavailable')
  expect(await stage.api.as(stage.host).call(calls.get)).toMatchObject({ onAir: false })
  stage.engine.failing.clear()
  expect(await stage.api.as(stage.host).call(calls.start)).toMatchObject({ onAir: true })
})

test('a page that the full engine refuses is told so', async ({ stage }) => {
  await stage.onAir()
  const { seats } = stage.engine.room
  for (let count = seats.size; count < 300; count += 1) {
    seats.set(`seat-${count}`, { canSpeak: true, isOpen: false })
  }
  const page = await stage.socket(await stage.member()).opened()
  page.say({ type: 'hello' })
  expect((await page.receives('refused')).sentence).toBe(
    'The room is full. Please try again later.',
  )
  await page.ends()
})

test('a join option beyond the provider’s limits is refused', async ({ stage }) => {
  await stage.onAir()
  const caller = stage.api.as(await stage.member())
  const refused = [
    { volume: 2.1 },
    { volume: -0.1 },
    { backgroundBlur: 0 },
    { backgroundImage: 11 },
    { trayButtonState: 'wide' },
    { integrationLocation: 'top' },
    { dialOut: 'tel:123' },
    { userData: 'x'.repeat(4_095) },
  ]
  for (const body of refused) {
    expect((await caller.refuse(calls.join, { body })).code).toBe('invalid_input')
  }
  const body = { volume: 2, backgroundBlur: 1, backgroundImage: 10, dialOut: '+15551234567' }
  expect((await caller.request(calls.join, { body })).status).toBe(204)
})
