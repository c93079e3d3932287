import { expect, vi } from 'vitest'
import { liveEndpoints as calls } from '#contract/live.ts'
import { aWhile } from '#server/testing/live-page.ts'
import { test } from '#server/testing/live-world.ts'

test('a co-host can mute, invite and remove people, but not stop the session or record', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const [cohost, page] = [await stage.enter(ana), await stage.enter(ben)]
  const { participantId } = page
  hostPage.say({ type: 'cohost', participantId: cohost.participantId, isCohost: true })
  await cohost.sees(() => cohost.person()?.isCohost === true)

  page.say({ type: 'microphone', isOpen: true })
  await cohost.sees(() => cohost.person(participantId)?.microphone === 'live')
  cohost.say({ type: 'mute', participantId })
  await page.receives('muted', ({ by }) => by === 'host')
  await vi.waitFor(() => expect(stage.engine.room.seats.get(participantId)?.isOpen).toBe(false))
  page.say({ type: 'hand', isUp: true })
  await cohost.sees(({ hands }) => hands.length === 1)
  cohost.say({ type: 'invite', participantId })
  await page.receives('invited')
  await page.sees(({ hands }) => hands.length === 0 && page.person()?.maySpeak === true)

  for (const call of [calls.stop, calls.startRecording, calls.stopRecording]) {
    expect((await stage.api.as(ana).refuse(call)).code).toBe('not_allowed')
  }
  cohost.say({ type: 'remove', participantId: hostPage.participantId })
  cohost.say({ type: 'invite-only', isOn: true })
  cohost.say({ type: 'cohost', participantId, isCohost: true })
  await vi.waitFor(() => {
    expect(cohost.messages.filter(({ type }) => type === 'refused')).toHaveLength(3)
  })
  cohost.say({ type: 'remove', participantId })
  expect(await page.ends()).toBe('removed')
})

test('the room’s state shows a removed member that they were removed, until the next session', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  const isRemoved = async (): Promise<boolean> =>
    (await stage.api.as(ana).call(calls.get)).isRemoved
  expect(await isRemoved()).toBe(false)
  hostPage.say({ type: 'remove', participantId: page.participantId })
  await page.ends()
  // The answer must not be a cached one.
  await vi.waitFor(async () => expect(await isRemoved()).toBe(true))
  expect((await stage.api.as(stage.host).call(calls.get)).isRemoved).toBe(false)
  await stage.api.as(stage.host).call(calls.stop)
  expect(await isRemoved()).toBe(false)
  await stage.onAir()
  expect(await isRemoved()).toBe(false)
})

test('co-hosts lose their role when the session ends', async ({ stage, context }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  hostPage.say({ type: 'cohost', participantId: page.participantId, isCohost: true })
  await page.sees(() => page.person()?.isCohost === true)
  const stored = () =>
    context.db.selectFrom('liveCohost').select('memberId').where('memberId', '=', ana.id).execute()
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1))
  await stage.api.as(stage.host).call(calls.stop)
  expect(await stored()).toEqual([])
  await stage.onAir()
  expect((await stage.enter(ana)).person()?.isCohost).toBe(false)
})

test('in an invite-only room, only the microphones of invited members are opened', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  const isHeard = (): boolean | undefined => stage.engine.room.seats.get(page.participantId)?.isOpen
  hostPage.say({ type: 'invite-only', isOn: true })
  await page.sees(({ isInviteOnly }) => isInviteOnly)
  page.say({ type: 'microphone', isOpen: true })
  const { sentence } = await page.receives('refused')
  expect(sentence).toBe('Only invited people can speak right now. Raise your hand to ask.')
  await aWhile()
  expect(isHeard()).toBe(false)
  hostPage.say({ type: 'invite', participantId: page.participantId })
  await page.receives('invited')
  page.say({ type: 'microphone', isOpen: true })
  await vi.waitFor(() => expect(isHeard()).toBe(true))
  hostPage.say({ type: 'mute-all' })
  await vi.waitFor(() => expect(isHeard()).toBe(false))
})

test('the next process keeps the room’s co-hosts, the invite-only rule and the rules that are shown', async ({
  stage,
  otherNode,
  context,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  hostPage.say({ type: 'cohost', participantId: page.participantId, isCohost: true })
  hostPage.say({ type: 'invite-only', isOn: true })
  hostPage.say({ type: 'speaking-time', participantId: page.participantId, minutes: 5 })
  hostPage.say({ type: 'rules', text: 'Be kind.', isShown: true })
  await page.sees(({ rules }) => rules !== null && page.person()?.isCohost === true)
  expect(page.room?.speakingTimes).toHaveLength(1)
  await vi.waitFor(async () => {
    const kept = await context.db
      .selectFrom('liveSession')
      .innerJoin('liveCohost', 'liveCohost.liveSessionId', 'liveSession.liveSessionId')
      .select(['isInviteOnly', 'areRulesShown'])
      .where('memberId', '=', ana.id)
      .execute()
    expect(kept).toEqual([{ isInviteOnly: true, areRulesShown: true }])
  })
  await stage.close()
  const again = await stage.enter(ana, { node: otherNode })
  expect(again.person()?.isCohost).toBe(true)
  // Speaking times end with the process.
  expect(again.room).toMatchObject({ isInviteOnly: true, rules: 'Be kind.', speakingTimes: [] })
})
