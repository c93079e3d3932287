import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints as guidance } from '#contract/guidance.ts'
import { joiningEndpoints as joining } from '#contract/joining.ts'
import { prayerEndpoints as prayers } from '#contract/prayer.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints as stories } from '#contract/stories.ts'
import { transcriptEndpoints as transcripts } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import type { TestClock } from '#server/testing/clock.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { forgetOldJoining } from '../joining/applications.ts'
import { tendPrayers } from '../prayer/jobs.ts'
import { setWaiting } from './waiting.ts'

interface Site {
  api: TestApi
  world: World
  context: Context
  clock: TestClock
}

/** Everything on the desk after each step. */
type Steps = [step: string, desk: string[]][]

/** Lives through everything that begins or ends a wait; each step takes a minute. */
async function live({ api, world, context, clock }: Site): Promise<Steps> {
  const { db } = context
  const started = Date.now()
  const steps: Steps = []
  const desk = async (): Promise<string[]> => {
    const rows = await db
      .selectFrom('reviewItem')
      .selectAll()
      .orderBy('subject')
      .orderBy('subjectId')
      .execute()
    const minute = (at: Date | null): string =>
      at === null ? '-' : String(Math.floor((at.getTime() - started) / 60_000))
    return rows.map((row) => {
      const claim = row.claimedBy ? 'claimed' : 'unclaimed'
      const times = `since ${minute(row.waitingSince)} version ${minute(row.version)}`
      return `${row.subject} ${row.subjectId} ${times} ${claim} ${row.decision ?? ''}`
    })
  }
  const step = async <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    clock.set(new Date(started + (steps.length + 1) * 60_000))
    const result = await act()
    steps.push([name, await desk()])
    return result
  }
  const person = async () => {
    const member = await world.member()
    return { member, own: api.as(member) }
  }
  const claim = (subject: 'story' | 'transcript' | 'prayer' | 'guidance', id: number) =>
    step(`claim ${subject}`, () => admin.call(review.claim, { params: { subject, id } }))
  const admin = api.as(await world.admin())
  const { own: author } = await person()
  const { own: reader } = await person()

  // Stories
  const fields = {
    title: 'Bread',
    category: 'faith',
    content: 'Baked at dawn. '.repeat(20),
  } as const
  const params = {
    id: (await step('submit', () => author.call(stories.create, { body: fields }))).id,
  }
  await claim('story', params.id)
  await step('edit', () =>
    author.call(stories.update, { params, body: { ...fields, title: 'Rye' } }),
  )
  const reject = () => admin.call(stories.reject, { params, body: { reason: 'Names.' } })
  const approve = () => admin.call(stories.moderate, { params, body: { approved: true } })
  const unpublish = () => admin.call(stories.moderate, { params, body: { approved: false } })
  await step('return', reject)
  await step('send again', () => author.call(stories.update, { params, body: fields }))
  await step('approve', approve)
  await step('report', () => reader.call(stories.report, { params, body: {} }))
  const openReport = async (): Promise<{ id: number }> => {
    const [first] = (await admin.call(stories.listReports, { query: { pageSize: 100 } })).items
    return { id: first?.id ?? 0 }
  }
  const resolve = async (decision: 'keep' | 'remove') =>
    admin.call(stories.resolveReport, { params: await openReport(), body: { decision } })
  await step('keep', () => resolve('keep'))
  const { own: secondReader } = await person()
  await step('report once more', () => secondReader.call(stories.report, { params, body: {} }))
  await step('unpublish', unpublish)
  await step('approve once more', approve)
  const { own: thirdReader } = await person()
  await step('report for the third time', () =>
    thirdReader.call(stories.report, { params, body: {} }),
  )
  const uploadKey = `uploads/${crypto.randomUUID()}`
  const broken = await world.story({
    author: (await person()).member,
    status: 'pending',
    recording: { state: 'processing', key: uploadKey },
  })
  await step('a recording arrives', async () => {
    await db
      .updateTable('story')
      .set({ submittedAt: context.now() })
      .where('storyId', '=', broken)
      .execute()
    await setWaiting(db, 'story', broken)
  })
  await step('a recording is refused', async () => {
    await context.jobs.send(db, 'return-recording', { storyId: broken, uploadKey })
    const status = () => db.selectFrom('story').select('status').where('storyId', '=', broken)
    await vi.waitUntil(async () => (await status().executeTakeFirst())?.status === 'rejected')
  })

  // Replies
  await admin.call(joining.saveSettings, { body: { holdsFirstReply: true } })
  const firstReply = async () => {
    const { own, member } = await person()
    const body = { storyId: params.id, content: 'I know that.' }
    const { id } = await step('first reply', () => own.call(stories.reply, { body }))
    return { own, member, params: { id } }
  }
  const approved = await firstReply()
  const reviewed = (reply: typeof approved, isApproved: boolean) =>
    step(`approve reply ${isApproved}`, () =>
      admin.call(review.reviewHeld, { params: reply.params, body: { approved: isApproved } }),
    )
  await reviewed(approved, true)
  await reviewed(await firstReply(), false)
  const withdrawn = await firstReply()
  await step('delete own reply', () =>
    withdrawn.own.call(stories.removeReply, { params: withdrawn.params }),
  )
  const reportReply = (reply: typeof approved) =>
    step('report reply', () => reader.call(stories.reportReply, { params: reply.params, body: {} }))
  await step('keep the story', () => resolve('keep'))
  await reportReply(approved)
  await step('keep reply', () => resolve('keep'))
  for (const end of ['remove', 'delete own'] as const) {
    const reply = await firstReply()
    await reviewed(reply, true)
    await reportReply(reply)
    if (end === 'remove') await step('remove reply', () => resolve('remove'))
    else await step(end, () => reply.own.call(stories.removeReply, { params: reply.params }))
  }
  const waits = await firstReply()
  const loud = await firstReply()
  await reviewed(loud, true)
  await reportReply(loud)

  // Transcripts
  const speaker = await person()
  const speaks = async (): Promise<{ id: number }> => {
    const recording = { state: 'ready', key: `recordings/${crypto.randomUUID()}` } as const
    return { id: await world.story({ author: speaker.member, recording }) }
  }
  const voice = await speaks()
  const choose = (choice: 'helper' | 'left-out') => () =>
    speaker.own.call(transcripts.choose, { params: voice, body: { choice } })
  const submit = (text: string) => () =>
    speaker.own.call(transcripts.submit, { params: voice, body: { text } })
  await step('ask for a transcript', choose('helper'))
  await claim('transcript', voice.id)
  await step('leave it out', choose('left-out'))
  await step('ask again', choose('helper'))
  await claim('transcript', voice.id)
  await step('write it oneself', submit('One loaf.'))
  const waitingSince = async (): Promise<string> => {
    const { items } = await admin.call(transcripts.listWaiting, { query: { pageSize: 100 } })
    return items.find(({ storyId }) => storyId === voice.id)?.waitingSince ?? ''
  }
  await step('return transcript', async () => {
    const body = { waitingSince: await waitingSince(), reason: 'Names.' }
    await admin.call(transcripts.reject, { params: voice, body })
  })
  await step('send transcript again', submit('Two loaves.'))
  const moderate = (isApproved: boolean) => () =>
    admin.call(stories.moderate, { params: voice, body: { approved: isApproved } })
  await step('unpublish voice', moderate(false))
  await step('approve voice', moderate(true))
  await step('approve transcript', async () => {
    await admin.call(transcripts.approve, {
      params: voice,
      body: { waitingSince: await waitingSince() },
    })
  })
  const second = { params: await speaks() }
  await step('ask for another transcript', () =>
    speaker.own.call(transcripts.choose, { ...second, body: { choice: 'helper' } }),
  )
  await step('write a draft', () =>
    admin.call(transcripts.write, { ...second, body: { text: 'Three loaves.' } }),
  )

  // Prayer
  const asker = await person()
  const pray = async (content: string) => {
    const { id } = await step('ask for prayer', () =>
      asker.own.call(prayers.create, { body: { content } }),
    )
    return { id }
  }
  const prayer = await pray('For rain')
  const submittedAt = async (): Promise<string> => {
    const { items } = await admin.call(prayers.listWaiting, { query: { pageSize: 100 } })
    return items.find(({ id }) => id === prayer.id)?.submittedAt ?? ''
  }
  await claim('prayer', prayer.id)
  await step('edit prayer', () =>
    asker.own.call(prayers.update, { params: prayer, body: { content: 'For snow' } }),
  )
  await step('approve prayer', async () => {
    await admin.call(prayers.approve, {
      params: prayer,
      body: { submittedAt: await submittedAt() },
    })
  })
  await step('report prayer', () => reader.call(prayers.report, { params: prayer, body: {} }))
  await step('keep prayer', async () => {
    await admin.call(prayers.approve, {
      params: prayer,
      body: { submittedAt: await submittedAt() },
    })
  })
  await step('withdraw prayer', () => admin.call(prayers.withdraw, { params: prayer }))
  await step('return prayer', async () => {
    const body = { submittedAt: await submittedAt(), reason: 'Names.' }
    await admin.call(prayers.reject, { params: prayer, body })
  })
  await step('old prayers are deleted', async () => {
    const old = new Date(Date.now() - 200 * 86_400_000)
    await db
      .updateTable('prayerRequest')
      .set({ endsAt: old })
      .where('prayerRequestId', '=', prayer.id)
      .execute()
    await tendPrayers(context)
  })
  const regretted = await pray('For sun')
  await step('delete own prayer', () => asker.own.call(prayers.remove, { params: regretted }))
  await pray('For wind')

  // Guidance
  const body = { content: 'How?', category: 'faith' } as const
  const ask = async () => {
    const { id } = await step('ask', () => asker.own.call(guidance.ask, { body }))
    return { id }
  }
  const asked = await ask()
  const hide = (isHidden: boolean) => () =>
    admin.call(guidance.toggleVisibility, { params: asked, body: { isHidden } })
  await step('hide', hide(true))
  await step('show', hide(false))
  await claim('guidance', asked.id)
  await step('answer', () =>
    admin.call(guidance.respond, { params: asked, body: { responseContent: 'Like this.' } }),
  )
  await step('follow up', () =>
    asker.own.call(guidance.followUp, { params: asked, body: { content: 'And then?' } }),
  )
  await step('delete own request', () => asker.own.call(guidance.remove, { params: asked }))
  await ask()

  // Applications
  const applies = async (createdAt: Date): Promise<number> => {
    const email = `${crypto.randomUUID()}@example.org`
    const { applicationId } = await db
      .insertInto('application')
      .values({ email, message: 'May I?', createdAt })
      .returning('applicationId')
      .executeTakeFirstOrThrow()
    await step('apply', () => setWaiting(db, 'application', applicationId))
    return applicationId
  }
  const application = { id: await applies(context.now()) }
  await step('decline', () =>
    admin.call(joining.declineApplication, { params: application, body: { reason: '' } }),
  )
  await applies(new Date(Date.now() - 60 * 86_400_000))
  await step('applications expire', () => forgetOldJoining(context))

  // Accounts and whole stories
  const leave = (name: string, { own, member }: typeof asker, kept: 'keep' | 'remove') =>
    step(name, () =>
      own.call(accountEndpoints.removeAccount, {
        body: { password: member.password, stories: kept },
      }),
    )
  await leave('an asker leaves', asker, 'remove')
  await leave('an author of a first reply leaves', waits, 'remove')
  await leave('the author of a reported reply leaves', loud, 'remove')
  const third = { params: await speaks() }
  await step('ask for a third transcript', () =>
    speaker.own.call(transcripts.choose, { ...third, body: { choice: 'helper' } }),
  )
  await step('submit another story', () => speaker.own.call(stories.create, { body: fields }))
  await leave('a speaker leaves', speaker, 'keep')
  const reporter = await person()
  await step('report by somebody who leaves', () =>
    reporter.own.call(stories.report, { params, body: {} }),
  )
  await leave('a reporter leaves', reporter, 'keep')
  const last = await firstReply()
  const reported = await firstReply()
  await reviewed(reported, true)
  await reportReply(reported)
  expect(last.params.id).toBeGreaterThan(0)
  await step('remove a story', () => admin.call(stories.remove, { params }))
  return steps
}

test('what waits is the same with and without the triggers of the previous release', async ({
  api,
  world,
  context,
  clock,
}) => {
  const withTriggers = await live({ api, world, context, clock })
  // No step is in vain.
  withTriggers.forEach(([name, desk], index) => {
    expect(desk, name).not.toEqual(withTriggers[index - 1]?.[1] ?? [])
  })
  await asOwner(
    context,
    sql`drop function review_story, review_reply, review_report, review_prayer, review_transcript,
      review_guidance, review_application, end_review, note_decision, claimed_before, claimed_now
      cascade`,
  )
  // So that ids are the same.
  await asOwner(
    context,
    sql`truncate review_item, story, prayer_request, guidance_request, application
      restart identity cascade`,
  )
  clock.reset()
  const without = await live({ api, world, context, clock })
  expect(without).toEqual(withTriggers)
})
