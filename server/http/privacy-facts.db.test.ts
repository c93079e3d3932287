import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { actionEndpoints } from '#contract/actions.ts'
import { allEndpoints } from '#contract/api.ts'
import { connectionEndpoints } from '#contract/connections.ts'
import { DAY_MS } from '#contract/durations.ts'
import { emailEndpoints } from '#contract/email.ts'
import { emailChangeEndpoints } from '#contract/email-changes.ts'
import { isForTeam } from '#contract/endpoint.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { joiningEndpoints } from '#contract/joining.ts'
import { localNameEndpoints } from '#contract/local-names.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { muteEndpoints } from '#contract/mutes.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints } from '#contract/prayer.ts'
import { PRIVACY_FACTS } from '#contract/privacy-facts.ts'
import { secondLookEndpoints } from '#contract/second-looks.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamMessageEndpoints } from '#contract/team-messages.ts'
import { transcriptEndpoints } from '#contract/transcripts.ts'
import { userEndpoints } from '#contract/users.ts'
import { type Context, createContext } from '#server/context.ts'
import { queueMail } from '#server/features/email/service.ts'
import { memberKeyCache, openText } from '#server/features/private-text/service.ts'
import { forgetRemoved } from '#server/features/team-messages/removals.ts'
import type { SpokenWords } from '#server/ports/speech/port.ts'
import type { TestApi } from '#server/testing/api.ts'
import { containsText, dump } from '#server/testing/dump.ts'
import { codeIn, tokenIn, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base, type LogLines } from '#server/testing/world.ts'
import { apiDocument } from './openapi.ts'

const NOTE = 'Apfelkuchenmittwoch'
const QUESTION = 'Birkenrindenkanu'
const ANSWER = 'Dachbodenfensterlicht'
const STORY = 'Eichenholztruhe'
const REPLY = 'Flussuferkiesel'
const ACTION = 'Gartenzaunlatte'
const PRAYER = 'Herbstlaubhaufen'

/** A member who has done everything that the facts are about. */
interface Life {
  world: World
  context: Context
  logLines: LogLines
  member: TestMember
  /** Calls as the member, as an administrator and as a visitor. */
  own: TestApi
  admin: TestApi
  visitor: TestApi
  storyId: number
  code: string
  resetToken: string
}

const test = base.extend<{ $file: { life: Life } }>({
  life: [
    async ({ api, world, context, logLines }, use) => {
      const member = await world.member({
        username: 'agnes-brinkmann',
        email: 'agnes@private.example',
        anonymousUsername: 'Quiet Harbor',
      })
      const own = api.as(member)
      const admin = api.as(await world.admin())
      await own.call(moodEndpoints.save, { body: { mood: 'anxious', notes: NOTE } })
      const question = { content: QUESTION, category: 'faith' }
      const { id } = await own.call(guidanceEndpoints.ask, { body: question })
      const params = { id }
      await admin.call(guidanceEndpoints.respond, { params, body: { responseContent: ANSWER } })
      const fields = { title: STORY, category: 'faith', content: 'Between us.' }
      const { id: storyId } = await own.call(storyEndpoints.create, { fields })
      const shown = await world.story({ author: await world.member() })
      await own.call(storyEndpoints.reply, { body: { storyId: shown, content: REPLY } })
      await own.call(actionEndpoints.createPersonal, { body: { actionContent: ACTION } })
      await own.call(prayerEndpoints.create, { body: { content: PRAYER } })
      const prayedFor = await world.prayerRequest({ author: await world.member() })
      await own.call(prayerEndpoints.pray, { params: { id: prayedFor }, body: {} })
      const productId = await world.product({ title: 'Hazel workbook' })
      const purchaseId = await world.purchase({ member, productId })
      await context.pool.query(
        `insert into payment
           (purchase_id, checkout_id, provider, payment_ref, status, amount_cents, paid_at)
         select purchase_id, checkout_id, 'till', 'hazel', 'paid', 1250, now() from purchase
         where purchase_id = $1`,
        [purchaseId],
      )
      await api.call(accountEndpoints.requestOtp, { body: { email: member.email } })
      const code = codeIn(await waitForMail(context.db, { to: member.email, subject: /code/i }))
      await api.call(accountEndpoints.forgotPassword, { body: { email: member.email } })
      const reset = await waitForMail(context.db, { to: member.email, subject: /password/i })
      const people = { member, own, admin, visitor: api }
      const secrets = { code, resetToken: tokenIn(reset) }
      await use({ world, context, logLines, ...people, storyId, ...secrets })
    },
    { scope: 'file' },
  ],
})

/** For each fact, an attempt to learn exactly that. */
const ATTEMPTS: Record<string, (life: Life) => Promise<void>> = {
  'listeners-another-voice': async ({ own, admin, visitor, context }) => {
    const fields = {
      title: 'Unheard',
      category: 'faith',
      content: 'Read this.',
      anotherVoice: 'true',
    }
    const audio = { bytes: Buffer.from('RIFF'), filename: 'story.wav' }
    expect(await own.refuse(storyEndpoints.create, { fields, files: { audio } })).toMatchObject({
      status: 400,
    })
    const story = await own.call(storyEndpoints.create, { fields })
    expect(story).toMatchObject({ anotherVoice: true, content: 'Read this.', audioUrl: null })
    const params = { id: story.id }
    const row = context.db.selectFrom('story').selectAll().where('storyId', '=', story.id)
    expect(await row.executeTakeFirst()).toMatchObject({ audioKey: null, waveform: null })
    await admin.call(storyEndpoints.moderate, { params, body: { approved: true } })
    expect(await visitor.call(storyEndpoints.get, { params })).toMatchObject({ anotherVoice: true })
    expect(await visitor.refuse(storyEndpoints.audio, { params })).toMatchObject({ status: 404 })
    await context.db.deleteFrom('story').where('storyId', '=', story.id).execute()
  },
  // That the page sends the changed recording and not the natural one: `e2e/recording.spec.ts`.
  'listeners-no-original': async () => {
    expect(Object.keys(storyEndpoints.create.form.files)).toEqual(['audio'])
    expect(Object.keys(storyEndpoints.update.form.files)).toEqual(['audio'])
  },
  'listeners-natural': hearRecording,
  'listeners-softened': hearRecording,
  // That a computer finds the speaker of a changed recording: `recorder/voice/voice.test.ts`.
  'listeners-different': hearRecording,
  'admin-no-journal': async (life) => {
    const answers = await allAdminAnswers(life)
    expect(answers).toContain(STORY)
    expect(answers).not.toContain(NOTE)
    expect(await life.admin.call(moodEndpoints.list)).toEqual({ items: [], total: 0 })
  },
  'admin-no-guidance-author': async ({ admin, member }) => {
    const { items } = await admin.call(guidanceEndpoints.listAll)
    const text = JSON.stringify(items)
    expect(text).toContain(QUESTION)
    for (const name of namesOf(member)) expect(text).not.toContain(name)
  },
  'admin-no-story-author': async ({ admin, member, storyId }) => {
    const { text } = await admin.request(storyEndpoints.get, { params: { id: storyId } })
    const pending = await admin.request(storyEndpoints.listPending)
    const requests = await admin.request(prayerEndpoints.listWaiting)
    for (const shown of [text, pending.text, requests.text]) {
      expect(shown).toContain(member.anonymousUsername)
      for (const name of [member.id, member.username, member.email])
        expect(shown).not.toContain(name)
    }
  },
  'admin-no-mutes': async (life) => {
    const { own, admin, world } = life
    const muted = await world.member({ anonymousUsername: 'Loud Magpie' })
    const id = await world.story({ author: muted })
    const seen = async (): Promise<string> => {
      const lists = [storyEndpoints.list, userEndpoints.list, userEndpoints.auditLog]
      const texts = lists.map(async (list) => (await admin.request(list)).text)
      return [...(await Promise.all(texts)), await allAdminAnswers(life)].join('\n')
    }
    await own.call(muteEndpoints.muteStoryAuthor, { params: { id } })
    expect(await own.call(muteEndpoints.list)).toMatchObject([{ anonymousUsername: 'Loud Magpie' }])
    expect(await admin.call(muteEndpoints.list)).toEqual([])
    const text = await seen()
    expect(text).toContain('Loud Magpie')
    expect(text).not.toMatch(/"isMuted":true|"mutes?"|mute[ds]-?by|"muteCount"/i)
    const { rows } = await life.context.pool.query(
      "select from audit_entry where action like '%mute%' or detail::text like '%mute%'",
    )
    expect(rows).toEqual([])
  },
  'admin-no-prayers': async (life) => {
    const { own, admin, member } = life
    const { items } = await own.call(prayerEndpoints.list)
    expect(items).toMatchObject([{ isPrayedToday: true }])
    const shown = (await admin.call(prayerEndpoints.list)).items
    expect(shown).toMatchObject([{ isPrayedToday: false }])
    const text = JSON.stringify(shown) + (await allAdminAnswers(life))
    expect(text).not.toMatch(/prayerCount|prayed-?by/i)
    expect(JSON.stringify(shown)).not.toContain(member.anonymousUsername)
    const { rows } = await life.context.pool.query(
      "select from audit_entry where action like '%pray%'",
    )
    expect(rows).toEqual([])
  },
  'admin-no-reminder': async (life) => {
    const { own, admin, member, context } = life
    const reminder = { isOn: true, clockTime: '04:57', weekdays: [1, 4], channel: 'email' } as const
    await own.call(notificationEndpoints.saveSettings, { body: { reminder } })
    const mail = { subject: 'Lindenbank', text: 'Lindenbank', html: 'Lindenbank' }
    await queueMail(context, context.db, { kind: 'reminder', to: member.email, mail })
    await waitForMail(context.db, { to: member.email, subject: /^Lindenbank$/ })
    const params = { id: member.id }
    const profile = await admin.request(userEndpoints.get, { params })
    const query = { to: member.email }
    const outbox = await admin.request(emailEndpoints.listOutbox, { query })
    expect(outbox.text).toContain(member.email)
    const text = [profile.text, outbox.text, await allAdminAnswers(life)].join('\n')
    // Only a time by itself, since a timestamp can have these digits too.
    expect(text).not.toMatch(/(?<![\d:T])04:57(?![\d:])/)
    expect(text).not.toContain('Lindenbank')
  },
  'admin-no-reporter': async (life) => {
    const { own, admin, world, member } = life
    const id = await world.story({ author: await world.member(), title: 'Kieselgrube' })
    await own.call(storyEndpoints.report, { params: { id }, body: { reason: 'It names a town.' } })
    const { text } = await admin.request(storyEndpoints.listReports)
    expect(text).toContain('It names a town.')
    for (const name of [...namesOf(member), member.anonymousUsername])
      expect(text).not.toContain(name)
  },
  'admin-no-removed': async (life) => {
    const { own, admin, member, world, context, visitor } = life
    const content = 'Erlenbruch'
    const id = await world.story({ author: member, title: 'Am Erlenbruch', content })
    await admin.call(storyEndpoints.remove, { params: { id }, body: { reason: 'A place.' } })
    const other = visitor.as(await world.admin())
    const seen = async (): Promise<string> =>
      (await allAdminAnswers(life)) + (await other.request(secondLookEndpoints.list)).text
    expect(await seen()).not.toContain(content)
    const [message] = await own.call(teamMessageEndpoints.list)
    expect(message?.removed).toEqual({ text: content })
    const asked = { subject: 'removal', id: message?.id ?? 0, words: 'It is a song.' } as const
    await own.call(secondLookEndpoints.ask, { body: asked })
    const looks = await other.call(secondLookEndpoints.list)
    expect(looks.items).toMatchObject([{ text: content }])
    const body = { changed: false, reason: 'A place.' }
    const params = { id: looks.items[0]?.id ?? 0 }
    await other.call(secondLookEndpoints.answer, { params, body })
    expect(await seen()).not.toContain(content)
    const createdAt = new Date(context.now().getTime() - 30 * DAY_MS - 1)
    const messages = context.db.updateTable('teamMessage').set({ createdAt })
    await messages.where('memberId', '=', member.id).execute()
    await forgetRemoved(context)
    expect(JSON.stringify(await own.call(teamMessageEndpoints.list))).not.toContain(content)
  },
  'admin-no-transcript-draft': async ({ context, own, admin, visitor, member, world }) => {
    const recording = { state: 'ready', key: 'recordings/helped' } as const
    const id = await world.story({ author: member, recording })
    const params = { id }
    await own.call(transcriptEndpoints.choose, { params, body: { choice: 'helper' } })
    const waiting = await admin.request(transcriptEndpoints.listWaiting)
    expect(waiting.text).toContain(member.anonymousUsername)
    for (const name of [member.id, member.username, member.email])
      expect(waiting.text).not.toContain(name)
    const helper = await world.admin({ rights: ['stories'] })
    const body = { text: 'Kiesgrube im Nebel' }
    await visitor.as(helper).call(transcriptEndpoints.write, { params, body })
    for (const caller of [admin, visitor.as(helper)]) {
      const pages = [
        await caller.request(transcriptEndpoints.listWaiting),
        await caller.request(storyEndpoints.get, { params }),
        await caller.request(transcriptEndpoints.getOwn, { params }),
        await caller.request(transcriptEndpoints.lines, { params }),
      ]
      for (const { text } of pages) expect(text).not.toContain('Kiesgrube')
    }
    const { text } = await own.request(transcriptEndpoints.getOwn, { params })
    expect(text).toContain('Kiesgrube')
    expect(text).not.toContain(helper.id)
    expect(text).not.toContain(helper.anonymousUsername)
    await context.db.deleteFrom('story').where('storyId', '=', id).execute()
  },
  'admin-no-invitation': async (life) => {
    const { admin, visitor, world } = life
    await admin.call(joiningEndpoints.saveSettings, { body: { mode: 'invited' } })
    const { url } = await admin.call(joiningEndpoints.createInvitation, {
      body: { maxUses: 2, days: 7 },
    })
    const invitation = new URL(url).hash.replace('#invite=', '')
    const registration = { ...world.registration(), invitation }
    const user = await visitor.call(accountEndpoints.register, { body: registration })
    await admin.call(joiningEndpoints.saveSettings, { body: { mode: 'open' } })
    const { text } = await admin.request(joiningEndpoints.listInvitations)
    expect(JSON.parse(text)[0]).toMatchObject({ maxUses: 2, uses: 1 })
    for (const name of [user.id, user.username, user.email, user.anonymousUsername])
      expect(text).not.toContain(name)
    const answers = [text, await allAdminAnswers(life)].join('\n')
    expect(answers).not.toContain(invitation)
  },
  'admin-no-password': async (life) => {
    const { passwordHash } = await life.context.db
      .selectFrom('member')
      .select('passwordHash')
      .where('memberId', '=', life.member.id)
      .executeTakeFirstOrThrow()
    const answers = await allAdminAnswers(life)
    expect(answers).not.toContain(life.member.password)
    expect(answers).not.toContain(passwordHash)
  },
  'admin-no-journal-by-email': async (life) => {
    const { member, thief } = await withAnotherAddress(life)
    const refusal = await thief.refuse(moodEndpoints.list)
    expect(refusal).toMatchObject({ status: 403, code: 'address_changed' })
    expect((await thief.refuse(guidanceEndpoints.listOwn)).code).toBe('address_changed')
    const own = life.visitor.as(member)
    expect((await own.call(moodEndpoints.list)).items).toMatchObject([{ notes: NOTE }])
  },
  'admin-last-seen': async ({ admin, member, visitor }) => {
    const credentials = { username: member.username, password: member.password }
    await visitor.call(accountEndpoints.login, { body: credentials })
    const { text } = await admin.request(userEndpoints.get, { params: { id: member.id } })
    const { lastSeenWeek, createdAt, ...rest } = JSON.parse(text)
    expect(new Date(lastSeenWeek).getUTCDay()).toBe(1)
    expect(Object.values(rest).filter((value) => /\d{4}-\d{2}-\d{2}/.test(String(value)))).toEqual(
      [],
    )
  },
  'admin-change-email': async (life) => {
    const { member, thief, newEmail } = await withAnotherAddress(life)
    expect(await thief.call(accountEndpoints.currentUser)).toMatchObject({ email: newEmail })
    const mail = await waitForMail(life.context.db, { to: member.email, subject: /was changed/ })
    const body = { token: tokenIn(mail) }
    expect(await life.visitor.call(emailChangeEndpoints.undo, { body })).toMatchObject({
      state: 'undone',
    })
    expect((await thief.refuse(accountEndpoints.currentUser)).status).toBe(401)
  },
  'admin-users-tab': async ({ admin, member, context }) => {
    const views = context.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('action', '=', 'users-listed')
    const before = await views.execute()
    const { items } = await admin.call(userEndpoints.list, { query: { q: member.username } })
    const { username, email, anonymousUsername } = member
    expect(items).toMatchObject([{ username, email, anonymousUsername }])
    expect((await views.execute()).length).toBe(before.length + 1)
  },
  'admin-stories': async ({ admin }) => {
    const { items } = await admin.call(storyEndpoints.listPending)
    expect(items).toMatchObject([{ title: STORY, content: 'Between us.' }])
    const requests = await admin.call(prayerEndpoints.listWaiting)
    expect(requests.items).toMatchObject([{ content: PRAYER }])
  },
  'admin-purchases': async ({ admin, member }) => {
    const { text } = await admin.request(shopEndpoints.listOrders)
    expect(text).toContain(member.email)
    expect(text).toContain('Hazel workbook')
    expect(text).not.toContain(member.anonymousUsername)
  },
  'admin-outbox': async ({ admin, code, member }) => {
    const query = { to: member.email }
    const { items } = await admin.call(emailEndpoints.listOutbox, { query })
    expect(items.some(({ text }) => text.includes(code))).toBe(true)
  },
  'admin-connections': async ({ admin, visitor, world }) => {
    const other = visitor.as(await world.admin())
    const params = { area: 'email' } as const
    const body = { MAIL_PROVIDER: 'smtp', MAIL_FROM: 'a@example.org', SMTP_HOST: 'mail.example' }
    const query = { anyway: 'true' } as const
    const saved = await admin.call(connectionEndpoints.save, { params, query, body })
    await admin.call(connectionEndpoints.remove, { params })
    expect(saved).toMatchObject({ source: 'page', values: { SMTP_HOST: 'mail.example' } })
    const { items } = await other.call(userEndpoints.auditLog)
    expect(items).toContainEqual(expect.objectContaining({ action: 'connection-changed' }))
    await expect
      .poll(async () => (await other.call(notificationEndpoints.list)).items)
      .toContainEqual(expect.objectContaining({ kind: 'team-connection' }))
  },
  'operator-no-password': async ({ context, logLines, member }) => {
    const all = [await everythingStored(context), logLines.join('\n')].join('\n')
    expect(containsText(all, member.email)).toBe(true)
    expect(containsText(all, member.password)).toBe(false)
    expect(all).toContain('$argon2id$')
  },
  'operator-no-card': async ({ context }) => {
    const { rows } = await context.pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'public'",
    )
    const inputs = JSON.stringify(apiDocument({ version: '1', publicUrl: 'https://folx.example' }))
    const names = [...rows.map(({ name }) => name), ...(inputs.match(/"\w+":/g) ?? [])]
    expect(names).toContain('price_cents')
    expect(names.filter((name) => /card|cvc|cvv|iban/i.test(name))).toEqual([])
  },
  'operator-no-names-in-logs': async ({ logLines, member }) => {
    const log = logLines.join('\n')
    expect(log).toContain('/api/moods')
    for (const text of [...namesOf(member), NOTE, QUESTION, ANSWER, STORY, REPLY, ACTION, PRAYER]) {
      expect(containsText(log, text)).toBe(false)
    }
  },
  'operator-no-identity-check': async ({ own, visitor }) => {
    // The device requests only the names of local places, which are the same for everyone.
    expect(await own.call(localNameEndpoints.list)).toEqual({ names: [] })
    expect(await visitor.refuse(localNameEndpoints.list)).toMatchObject({ status: 401 })
    expect(localNameEndpoints.list).not.toHaveProperty('query')
    expect(localNameEndpoints.list).not.toHaveProperty('body')
    // The calls that send the text accept nothing else about it.
    const { create, reply } = storyEndpoints
    const { ask, followUp } = guidanceEndpoints
    const inputs = [create.form.fields, reply.body, ask.body, followUp.body]
    expect(inputs.map(({ shape }) => Object.keys(shape).sort())).toEqual([
      ['anotherVoice', 'caption', 'category', 'content', 'key', 'title', 'transcript', 'version'],
      ['content', 'key', 'parentId', 'storyId'],
      ['category', 'content', 'isMinor', 'key'],
      ['content'],
    ])
  },
  'operator-speech': async ({ context, own, member, world }) => {
    const sent: string[] = []
    const transcribe = async ({ path }: { path: string }): Promise<SpokenWords> => {
      sent.push(await readFile(path, 'utf8'))
      return { text: 'Said.', lines: null }
    }
    context.speech = { host: 'speech.example', transcribe }
    const [asked] = await Promise.all(
      ['asked', 'kept'].map(async (name) => {
        const key = `recordings/${name}`
        const body = Readable.from([Buffer.from(`the ${name} recording`)])
        await context.files.put({ key, contentType: 'audio/mp4', body })
        return world.story({ author: member, recording: { state: 'ready', key } })
      }),
    )
    const params = { id: asked ?? 0 }
    expect(await own.call(transcriptEndpoints.speech)).toEqual({ host: 'speech.example' })
    await own.call(transcriptEndpoints.choose, { params, body: { choice: 'speech' } })
    const hasDraft = async (): Promise<boolean> =>
      (await own.call(transcriptEndpoints.getOwn, { params })).state === 'draft'
    await vi.waitUntil(hasDraft, { interval: 50 })
    expect(sent).toEqual(['the asked recording'])
    context.speech = undefined
    await context.db.deleteFrom('story').where('audioState', '=', 'ready').execute()
  },
  'operator-private-writing': async ({ context, member }) => {
    expect(await openMood({ ...context, memberKeys: memberKeyCache() }, member)).toContain(NOTE)
  },
  'operator-everything-else': async ({ context, member }) => {
    const text = await dump(context.db)
    const readable = [...namesOf(member), STORY, REPLY, ACTION, PRAYER, 'Hazel workbook']
    expect(readable.filter((one) => !containsText(text, one))).toEqual([])
  },
  'database-no-private-writing': async ({ context, own }) => {
    const text = await dump(context.db)
    for (const word of [NOTE, QUESTION, ANSWER, 'anxious'])
      expect(containsText(text, word)).toBe(false)
    expect((await own.call(moodEndpoints.list)).items).toMatchObject([{ notes: NOTE }])
  },
  'database-no-sign-in': async ({ context, member, code, resetToken }) => {
    // Emails in the outbox are another fact; a site with an email provider stores none.
    const text = await dump(context.db, ['public.outbox_mail'])
    const token = member.cookie.slice(member.cookie.indexOf('=') + 1)
    for (const secret of [member.password, token, resetToken]) {
      expect(containsText(text, secret)).toBe(false)
    }
    expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
  },
  'database-no-prayers': async ({ context, member }) => {
    const { rows } = await context.pool.query<Record<string, unknown>>('select * from prayer_mark')
    expect(rows).toEqual([{ mark: expect.any(Buffer), marked_on: expect.anything() }])
    const about = await context.pool.query<{ row: string }>(
      `select t::text as row from prayer_request t union all select t::text from prayer_mark t
       union all select t::text from notification t where kind = 'prayer-received'`,
    )
    const rowsOf = about.rows.filter(({ row }) => containsText(row, member.id))
    expect(rowsOf.map(({ row }) => containsText(row, PRAYER))).toEqual([true])
  },
  'database-days': async ({ context, member }) => {
    const { rows } = await context.pool.query(
      `select mood_entry.day, octet_length(sealed) as length, category, is_minor from mood_entry
       join guidance_request using (member_id) where member_id = $1`,
      [member.id],
    )
    expect(rows).toMatchObject([
      { category: 'faith', length: expect.any(Number), is_minor: expect.any(Boolean) },
    ])
  },
  'database-neutral-name': async ({ context, own, member }) => {
    await own.call(accountEndpoints.changeUser, { body: { neutralName: 'journal' } })
    const { rows } = await context.pool.query(
      'select neutral_name from member where member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ neutral_name: 'journal' }])
    await own.call(accountEndpoints.changeUser, { body: { neutralName: null } })
  },
  'database-reminder': async ({ context, own, member }) => {
    const reminder = { isOn: true, clockTime: '04:57', weekdays: [1, 4], channel: 'push' } as const
    await own.call(notificationEndpoints.saveSettings, { body: { reminder } })
    const { rows } = await context.pool.query(
      'select clock_time, weekdays from reminder where member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ clock_time: '04:57', weekdays: [1, 4] }])
  },
  'database-readable': async ({ context, member }) => {
    const { rows } = await context.pool.query(
      `select email, username, anonymous_username, title from member join story using (member_id)
       where member_id = $1`,
      [member.id],
    )
    const { email, username, anonymousUsername } = member
    expect(rows).toEqual([{ email, username, anonymous_username: anonymousUsername, title: STORY }])
    const text = await dump(context.db)
    for (const word of [REPLY, ACTION, PRAYER, 'Hazel workbook'])
      expect(containsText(text, word)).toBe(true)
  },
  'server-no-password': async ({ context, member }) => {
    expect(containsText(await everythingStored(context), member.password)).toBe(false)
  },
  'server-everything': async ({ context, member }) => {
    const stolen = await mkdtemp(join(tmpdir(), 'folx-stolen-'))
    await cp(context.config.dataDir, stolen, { recursive: true })
    const { database } = context.config
    if (database.provider !== 'url') throw new Error('Tests name their database.')
    const thief = await createContext({
      config: { ...context.config, dataDir: stolen },
      log: pino({ level: 'silent' }),
      databaseUrl: database.url,
    })
    expect(await openMood(thief, member)).toContain(NOTE)
    await thief.close()
    await rm(stolen, { recursive: true, force: true, maxRetries: 5 })
  },
  // Last, because it deletes the account.
  'operator-no-deleted-journal': async ({ context, own, member }) => {
    const of = { memberId: member.id }
    const { db } = context
    const key = await db
      .selectFrom('memberKey')
      .selectAll()
      .where('memberId', '=', of.memberId)
      .executeTakeFirstOrThrow()
    const { sealed } = await sealedMood(context, member)
    const { isAdmin: _generated, ...row } = await db
      .selectFrom('member')
      .selectAll()
      .where('memberId', '=', of.memberId)
      .executeTakeFirstOrThrow()
    const body = { password: member.password, stories: 'remove' } as const
    await own.call(accountEndpoints.removeAccount, { body })
    await vi.waitFor(() =>
      expect(context.files.stat(key.fileKey)).rejects.toMatchObject({ code: 'not_found' }),
    )
    // The rows are restored, as if from an old copy of the database.
    await db.insertInto('member').values(row).execute()
    await db.insertInto('memberKey').values(key).execute()
    for (const memberKeys of [context.memberKeys, memberKeyCache()]) {
      const place = { ...context, memberKeys }
      expect(await openText(place, db, { ...of, kind: 'mood', sealed })).toBeUndefined()
    }
  },
}

test('each fact has a test, and each test a fact', () => {
  expect(Object.keys(ATTEMPTS).sort()).toEqual(PRIVACY_FACTS.map(({ id }) => id).sort())
})

for (const [id, attempt] of Object.entries(ATTEMPTS)) {
  const fact = PRIVACY_FACTS.find((each) => each.id === id)
  test(`${fact?.observer}: ${fact?.text}`, ({ life }) => attempt(life))
}

/** A visitor gets exactly the sound of a published recording, in the voice in which it was sent. */
async function hearRecording({ visitor, world, member, context }: Life): Promise<void> {
  const key = 'recordings/heard'
  const body = Readable.from([Buffer.from('the sound that was sent')])
  await context.files.put({ key, contentType: 'audio/mp4', body })
  const id = await world.story({ author: member, recording: { state: 'ready', key } })
  const { text } = await visitor.request(storyEndpoints.audio, { params: { id } })
  expect(text).toBe('the sound that was sent')
  await context.db.deleteFrom('story').where('storyId', '=', id).execute()
}

/** A member with a journal, whose address an administrator changes, and a sign-in through it. */
async function withAnotherAddress({
  world,
  visitor,
  admin,
  context,
}: Life): Promise<{ member: TestMember; thief: TestApi; newEmail: string }> {
  const member = await world.member()
  await visitor.as(member).call(moodEndpoints.save, { body: { mood: 'sad', notes: NOTE } })
  const newEmail = `new-${member.email}`
  const change = { params: { id: member.id }, body: { newEmail } }
  await admin.call(userEndpoints.changeEmail, change)
  const browser = visitor.browser()
  await browser.call(accountEndpoints.requestOtp, { body: { email: newEmail } })
  const mail = await waitForMail(context.db, { to: newEmail, subject: /sign-in code/ })
  const body = { email: newEmail, code: codeIn(mail) }
  const session = await browser.signIn(accountEndpoints.verifyOtp, { body })
  return { member, thief: visitor.as(session), newEmail }
}

/** The answers of all GET calls for administrators. */
async function allAdminAnswers({ admin }: Life): Promise<string> {
  const endpoints = Object.values(allEndpoints)
    .flatMap((ofFeature) => Object.values(ofFeature))
    .filter((endpoint) => endpoint.method === 'GET' && isForTeam(endpoint))
  const params = { id: 1, date: '2026-01-01', type: 'message' }
  const answers = endpoints.map((endpoint) => admin.request(endpoint, { params }))
  return (await Promise.all(answers)).map(({ text }) => text).join('\n')
}

function namesOf({ id, username, email, anonymousUsername }: TestMember): string[] {
  return [id, username, email, anonymousUsername]
}

/** A dump of the database and every file of the data folder. */
async function everythingStored({ db, config }: Context): Promise<string> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return [await dump(db), ...(await Promise.all(texts))].join('\n')
}

function sealedMood({ db }: Context, { id }: TestMember): Promise<{ sealed: Buffer }> {
  return db
    .selectFrom('moodEntry')
    .select('sealed')
    .where('memberId', '=', id)
    .executeTakeFirstOrThrow()
}

async function openMood(context: Context, member: TestMember): Promise<string | undefined> {
  const { sealed } = await sealedMood(context, member)
  return openText(context, context.db, { memberId: member.id, kind: 'mood', sealed })
}
