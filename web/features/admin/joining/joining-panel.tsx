import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Versioned } from '#contract/fields.ts'
import { JOINING_LIMITS, JoiningMode, JoiningSettings } from '#contract/joining.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { Applications } from '#web/features/admin/joining/applications.tsx'
import { InvitationsCard } from '#web/features/admin/joining/invitations-card.tsx'
import { MODE_WORDS } from '#web/features/admin/joining/mode-words.ts'
import { joiningSettingsQuery } from '#web/features/admin/joining/queries.ts'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { SaveBar } from '#web/lib/save-bar.tsx'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

export async function loadJoining({ client }: AdminLoad): Promise<void> {
  await prefetch(client, joiningSettingsQuery)
}

/** The Joining tab: applications, who may join, and invitations. */
export function JoiningPanel(): ReactElement {
  const settings = useQuery(joiningSettingsQuery)
  return (
    <section aria-label="Joining" className="flex flex-col gap-5">
      <Loaded query={settings} label="Loading" rows={['h-96 rounded-xl', 'h-64 rounded-xl']}>
        {(data) => (
          <>
            <Applications isAsked={data.mode === 'asked'} />
            <JoiningForm settings={data} />
            <InvitationsCard mode={data.mode} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The settings for who may join, and the limits for newcomers. */
function JoiningForm({ settings }: { settings: Versioned<JoiningSettings> }): ReactElement {
  const queryClient = useQueryClient()
  const state = useServerForm({
    initial: draftOf(settings),
    version: settings.version,
    values: JoiningValues,
    draft: { key: `joining:${useMember().id}`, schema: JoiningDraft.partial() },
    save: (_values, changed, version) =>
      call(joiningCalls.saveSettings, { body: { ...changed, version } }),
    toDraft: draftOf,
    done: 'Platform settings updated successfully',
    onSaved: (saved) => queryClient.setQueryData(joiningSettingsQuery.queryKey, saved),
  })
  return (
    <Form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      <SectionCard title="Who may join">
        <ModeField {...state.form.register('mode')} />
      </SectionCard>
      <SectionCard
        title="New members"
        description="Stories always wait for approval. Replies don’t, unless you turn that on."
      >
        <NewcomerFields form={state.form} />
      </SectionCard>
      <SaveBar state={state} label="Save" isAlwaysInView />
    </Form>
  )
}

function ModeField(input: UseFormRegisterReturn): ReactElement {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Who may join</legend>
      {JoiningMode.options.map((mode) => (
        <label
          key={mode}
          className="flex cursor-pointer gap-3 rounded-lg border border-line-strong bg-surface px-4 py-3 has-checked:border-primary has-checked:bg-primary-soft"
        >
          <input
            type="radio"
            value={mode}
            className="mt-0.5 size-5 shrink-0 accent-primary"
            {...input}
          />
          <span className="flex flex-col">
            <span className="font-medium">{MODE_WORDS[mode].name}</span>
            <span className="text-sm text-ink-quiet">{MODE_WORDS[mode].meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The limits for new members. */
function NewcomerFields({
  form,
}: {
  form: UseFormReturn<JoiningDraft, unknown, JoiningValues>
}): ReactElement {
  const [days, replies, reports] = form.watch([
    'newcomerDays',
    'newcomerReplies',
    'newcomerReports',
  ])
  const areLimited = days.trim() !== '0'
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={
          <span className="flex flex-col py-1">
            <span className="font-medium">Review first replies before they appear</span>
            <span className="text-sm text-ink-quiet">
              A member’s replies wait until someone with the right “Stories” approves one. Later
              replies appear right away.
            </span>
          </span>
        }
        {...form.register('holdsFirstReply')}
      />
      <TextField
        form={form}
        name="newcomerDays"
        label="Days a member counts as new"
        help={
          areLimited
            ? `For their first ${counted(days, 'day', 'days')}, new members can write ${counted(replies, 'reply', 'replies')} and send ${counted(reports, 'report', 'reports')} a day. 0 turns this off.`
            : 'With 0, new members can write and report as much as everyone else.'
        }
        fieldClassName="max-w-lg"
        className="max-w-60"
        inputMode="numeric"
      />
      {areLimited ? (
        <div className="grid gap-4 sm:max-w-lg sm:grid-cols-2">
          <TextField form={form} name="newcomerReplies" label="Replies a day" inputMode="numeric" />
          <TextField form={form} name="newcomerReports" label="Reports a day" inputMode="numeric" />
        </div>
      ) : null}
    </div>
  )
}

/** '1 reply', '20 replies'; of what is entered. */
function counted(text: string, one: string, many: string): string {
  const count = text.trim()
  return `${count || '…'} ${count === '1' ? one : many}`
}

/** The values of the form controls: number fields contain text. */
const JoiningDraft = z.object({
  mode: JoiningSettings.shape.mode,
  holdsFirstReply: z.boolean(),
  newcomerDays: z.string(),
  newcomerReplies: z.string(),
  newcomerReports: z.string(),
})
type JoiningDraft = z.infer<typeof JoiningDraft>

/** The values that the form sends. 0 days mean that newcomers have no limits. */
const JoiningValues = z.object({
  mode: JoiningSettings.shape.mode,
  holdsFirstReply: z.boolean(),
  newcomerDays: numberUpTo(JOINING_LIMITS.newcomerDays, 0),
  newcomerReplies: numberUpTo(JOINING_LIMITS.newcomerReplies),
  newcomerReports: numberUpTo(JOINING_LIMITS.newcomerReports),
})
type JoiningValues = z.infer<typeof JoiningValues>

function numberUpTo(max: number, min = 1) {
  const sentence = `Enter a whole number from ${min} to ${max}.`
  return z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, sentence)
    .transform(Number)
    .pipe(z.int().min(min, sentence).max(max, sentence))
}

function draftOf(settings: JoiningSettings): JoiningDraft {
  const { mode, holdsFirstReply, newcomerDays, newcomerReplies, newcomerReports } = settings
  return {
    mode,
    holdsFirstReply,
    newcomerDays: String(newcomerDays),
    newcomerReplies: String(newcomerReplies),
    newcomerReports: String(newcomerReports),
  }
}
