import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Count, RuleNumbers } from '#contract/rules.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { ruleCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

const numbersQuery = (which: 'this' | 'last') =>
  endpointQuery(ruleCalls.numbers, { ...fresh, query: { which } })

export async function loadRuleNumbers({
  client,
  search: { part },
}: AdminLoad<{ part?: string }>): Promise<void> {
  await prefetch(client, numbersQuery(part === 'last' ? 'last' : 'this'))
}

const YEARS = [
  { value: 'this', label: 'This year' },
  { value: 'last', label: 'Last year' },
] as const

/** How often the team decided by the house rules, for a report to the community. */
export function RuleNumbersPage(): ReactElement {
  return (
    <Card data-print className="print:border-0 print:p-0 print:[&_[role=tablist]]:hidden">
      <PartTabs label="Year" parts={YEARS}>
        {({ value }) => <Year which={value} />}
      </PartTabs>
    </Card>
  )
}

function Year({ which }: { which: 'this' | 'last' }): ReactElement {
  return (
    <Loaded query={useQuery(numbersQuery(which))} label="Loading the numbers" rows={['h-64']}>
      {(numbers) => <Numbers numbers={numbers} />}
    </Loaded>
  )
}

function Numbers({ numbers }: { numbers: RuleNumbers }): ReactElement {
  const { year, reviewed, changed, medianHours } = numbers
  // The other counts are parts of the first one.
  const isFew = reviewed === 'few' && changed === 'few' && medianHours === null
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start justify-between gap-3">
        <CardTitle>Our house rules in {year}</CardTitle>
        <Button
          variant="outline"
          size="sm"
          className="shrink-0 print:hidden"
          onClick={() => window.print()}
        >
          <Printer aria-hidden size={18} />
          Print
        </Button>
      </div>
      {isFew ? (
        <p className="max-w-prose">
          In {year}, the team made fewer than five decisions about stories, replies, prayer
          requests, reports and notices. Numbers this small aren’t shown, so that nobody can be
          recognized.
        </p>
      ) : (
        <Counts numbers={numbers} />
      )}
    </div>
  )
}

function Counts({ numbers }: { numbers: RuleNumbers }): ReactElement {
  const { reviewed, refused, changed, byRule } = numbers
  return (
    <>
      <p className="text-ink-quiet">
        Small numbers are shown as “Fewer than five”, so that nobody can be recognized.
      </p>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact name="Decisions about stories, replies, prayer requests, reports and notices">
          {countWords(reviewed)}
        </Fact>
        <Fact name="Returned, declined or removed">{countWords(refused)}</Fact>
        <Fact name="Changed after a second look">{countWords(changed)}</Fact>
        <Fact name="How long things waited">{waitWords(numbers)}</Fact>
      </dl>
      {byRule.every((each) => each.refused === 'few') ? (
        <p>No rule was named in five or more refusals.</p>
      ) : (
        <table className="w-full">
          <caption className="pb-2 text-left text-ink-quiet">
            Refusals whose reason names a rule
          </caption>
          <tbody>
            {byRule.map(({ rule, refused: count }) => (
              <tr key={rule} className="border-t border-line">
                <th scope="row" dir="auto" className="py-2 text-left font-normal wrap-anywhere">
                  {rule}
                </th>
                <td className="py-2 ps-4 text-right tabular-nums">{countWords(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function waitWords({ medianHours, isMeasuredInPart }: RuleNumbers): string {
  const hours = medianHours === 1 ? '1 hour' : `${medianHours} hours`
  const half =
    medianHours === null
      ? 'Fewer than five decisions were measured.'
      : `Half of them were decided within ${hours}.`
  return isMeasuredInPart ? `${half} Earlier decisions weren’t measured.` : half
}

function countWords(count: Count): string {
  if (count === 'few') return 'Fewer than five'
  return count === 'hidden' ? 'Not shown, because a part of it is fewer than five' : String(count)
}
