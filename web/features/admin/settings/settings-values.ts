import { z } from 'zod'
import { CalendarDate, ClockTime } from '#contract/fields.ts'
import { checkExceptions, Helpline, SettingsFields, WebsiteSettings } from '#contract/settings.ts'
import type { ServerForm } from '#web/lib/use-server-form.ts'

const HelplineDraft = z.object({
  name: z.string(),
  phone: z.string(),
  textNumber: z.string(),
  url: z.string(),
})
const ExceptionDraft = z.object({
  date: z.string(),
  change: z.enum(['left-out', 'moved']),
  movedTo: z.string(),
})

/** The images are saved as soon as they are uploaded. */
const IMAGES = { logoUrl: true, footerImage1: true, footerImage2: true } as const

/**
 * The current values of the form controls, possibly invalid. Only settings whose control has another
 * type than the setting are listed here and below.
 */
export const SettingsDraft = WebsiteSettings.omit({ ...IMAGES, restoredFrom: true }).extend({
  helpEmail: z.string(),
  answerPromiseHours: z.string(),
  helplines: z.array(HelplineDraft),
  coaching: z.object({ time: z.string(), exceptions: z.array(ExceptionDraft) }),
  membershipProductId: z.string(),
})
export type SettingsDraft = z.infer<typeof SettingsDraft>

export type SettingsFormReturn = ServerForm<SettingsDraft, SettingsValues>['form']

export const EMPTY_HELPLINE = { name: '', phone: '', textNumber: '', url: '' }

const { shape } = SettingsFields

const HelplineValues = HelplineDraft.transform((line) => ({
  name: line.name,
  phone: orNull(line.phone),
  textNumber: orNull(line.textNumber),
  url: orNull(line.url),
})).pipe(Helpline)

const ExceptionValues = z
  .object({ ...ExceptionDraft.shape, date: CalendarDate })
  .superRefine(({ change, movedTo }, issues) => {
    if (change === 'left-out' || CalendarDate.safeParse(movedTo).success) return
    issues.addIssue({ code: 'custom', path: ['movedTo'], message: 'Choose the new day.' })
  })
  .transform(({ date, change, movedTo }) => ({
    date,
    movedTo: change === 'moved' ? movedTo : null,
  }))

/** A complete form, as the settings are sent. */
export const SettingsValues = SettingsFields.omit(IMAGES).extend({
  helpEmail: z.string().transform(orNull).pipe(shape.helpEmail),
  answerPromiseHours: z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(shape.answerPromiseHours),
  helplines: z.array(HelplineValues),
  coaching: z.object({
    time: ClockTime,
    exceptions: z.array(ExceptionValues).superRefine(checkExceptions),
  }),
  membershipProductId: z
    .string()
    .transform((text): unknown => text)
    .pipe(shape.membershipProductId),
})
export type SettingsValues = z.output<typeof SettingsValues>

/** The saved settings as the form shows them. */
export function draftOf(settings: WebsiteSettings): SettingsDraft {
  return SettingsDraft.parse({
    ...settings,
    helpEmail: settings.helpEmail ?? '',
    answerPromiseHours: String(settings.answerPromiseHours),
    membershipProductId: String(settings.membershipProductId),
    helplines: settings.helplines.map(({ name, phone, textNumber, url }) => ({
      name,
      phone: phone ?? '',
      textNumber: textNumber ?? '',
      url: url ?? '',
    })),
    coaching: {
      time: settings.coaching.time,
      exceptions: settings.coaching.exceptions.map(({ date, movedTo }) => ({
        date,
        change: movedTo === null ? 'left-out' : 'moved',
        movedTo: movedTo ?? '',
      })),
    },
  })
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text
}
