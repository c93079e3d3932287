import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Checklist } from '#web/features/actions/checklist.tsx'
import { todayOf, useOtherTabs, weekQuery, yesterdayOf } from '#web/features/actions/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { weekdayNames } from '#web/lib/calendar.ts'
import { actionCalls } from '#web/lib/calls.gen.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'

/** The Daily Actions checklist on the daily page. Actions can't be deleted here. */
export function ActionsPanel(): ReactElement {
  const today = useToday(useMember().timeZone)
  useOtherTabs()
  return (
    <Card aria-labelledby="actions-title" className="min-w-0 p-4 sm:px-6">
      <header className="-mt-3 flex items-center justify-between gap-3">
        <CardTitle id="actions-title">Daily Actions</CardTitle>
        <ListMenu today={today} />
      </header>
      <div className="flex flex-col gap-5">
        <Checklist
          key={today}
          day={todayOf(today)}
          whenNoneOwn={
            <p className="border-t border-line pt-3 text-ink-quiet">
              You can add your own actions.
            </p>
          }
        />
        <Button asChild variant="outline" className="self-start">
          <Link to="/daily-actions">
            <Plus aria-hidden size={18} />
            My Daily Actions
          </Link>
        </Button>
        <FinishYesterday key={`before ${today}`} today={today} />
      </div>
    </Card>
  )
}

/** The parts of the list that aren't done every day. */
function ListMenu({ today }: { today: DateText }): ReactElement {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <MoreMenu label="More: Daily Actions" className="-mr-2 sm:pointer-fine:h-9">
        <DropdownMenuItem opens={() => setIsChoosing(true)}>Rest days</DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link
            to="/account/$section"
            params={{ section: 'notifications' }}
            className="text-ink no-underline"
          >
            Daily reminder
          </Link>
        </DropdownMenuItem>
      </MoreMenu>
      <Dialog open={isChoosing} onOpenChange={setIsChoosing}>
        <DialogContent title="Rest days" description="Rest days don’t count against your week.">
          <Weekdays today={today} />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Yesterday's list, shown while the server still accepts changes to it. */
function FinishYesterday({ today }: { today: DateText }): ReactElement | null {
  const { locale } = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const mayFinish = useQuery(weekQuery(today)).data?.mayFinishYesterday ?? false
  if (!mayFinish) return null
  const yesterday = yesterdayOf(today)
  return (
    <Disclosure
      summary="Catch up on yesterday"
      className="border-t border-b-0"
      onOpenChange={setIsOpen}
    >
      {isOpen ? (
        <>
          <p className="mb-2 text-sm text-ink-quiet">
            {longDay(yesterday.date, locale)}. Until noon you can still check off what you did.
          </p>
          <Checklist day={yesterday} />
        </>
      ) : null}
    </Disclosure>
  )
}

/** Chooses the rest days. Each choice is saved immediately. */
function Weekdays({ today }: { today: DateText }): ReactElement | null {
  const { locale } = useDates()
  // Read here, because as a prop it would still be the old choice when `pressed` is reset.
  const week = useQuery(weekQuery(today)).data
  // The pressed choice, until the server has responded to the last press.
  const [pressed, setPressed] = useState<number[]>()
  const save = useSaveRestDays(today)
  if (!week) return null
  const chosen = pressed ?? week.restWeekdays
  const handleChange = (weekday: number, isRest: boolean): void => {
    const others = chosen.filter((other) => other !== weekday)
    const next = isRest ? [...others, weekday] : others
    setPressed(next)
    save.mutate(next, { onSettled: () => setPressed(undefined) })
  }
  return (
    <fieldset>
      <legend className="sr-only">Rest days</legend>
      <div className="grid grid-cols-1 gap-x-4 min-[380px]:grid-cols-2">
        {weekdayNames(0, locale).map(({ full }, weekday) => (
          <Checkbox
            key={full}
            label={full}
            checked={chosen.includes(weekday)}
            onChange={(event) => handleChange(weekday, event.target.checked)}
          />
        ))}
      </div>
      <p role="alert" className="text-sm font-medium text-destructive">
        {save.error ? sentenceOf(save.error) : null}
      </p>
    </fieldset>
  )
}

function dayNames(weekdays: readonly number[]): string {
  return weekdayNames(0, 'en-US')
    .filter((_, weekday) => weekdays.includes(weekday))
    .map(({ full }) => full)
    .join(', ')
}

/** Saves choices one after the other. */
function useSaveRestDays(today: DateText) {
  const queryClient = useQueryClient()
  const { queryKey } = weekQuery(today)
  return useMutation({
    scope: { id: 'rest-days' },
    mutationFn: (weekdays: number[]) =>
      call(actionCalls.chooseRestDays, {
        // Read now: a press that waited for another one begins from its outcome.
        body: { weekdays, version: queryClient.getQueryData(queryKey)?.version },
        describe: (value) => ({
          'Rest days': dayNames('weekdays' in value ? value.weekdays : value.restWeekdays),
        }),
      }),
    onSuccess: async (week) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, week)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
