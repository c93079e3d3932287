import type { ReactElement } from 'react'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Used while the community has set no helplines of its own. */
const BUILT_IN = [
  { name: '988 Suicide & Crisis Lifeline', phone: '988', textNumber: '988', url: null },
  {
    name: 'Helplines in other countries',
    phone: null,
    textNumber: null,
    url: 'https://findahelpline.com',
  },
]

/** Advice about a request from somebody in danger. A response is the only way to reach them. */
export function Playbook(): ReactElement {
  const set = useSiteSettings()?.helplines ?? []
  const helplines = set.length > 0 ? set : BUILT_IN
  return (
    <Disclosure
      summary="When a request sounds urgent"
      className="rounded-lg border bg-surface px-4"
    >
      <div className="flex max-w-prose flex-col gap-3">
        <p>
          Answer it first. Your response is the only way to reach this person. Start with where they
          can get help right now, and tell them they’re not alone:
        </p>
        <ul className="list-disc pl-5">
          {helplines.map(({ name, phone, textNumber, url }) => (
            <li key={name}>
              <strong className="font-semibold">{name}</strong>
              {': '}
              {waysOf({ phone, textNumber, url })}
            </li>
          ))}
          <li>
            <strong className="font-semibold">In immediate danger</strong>: the emergency number,
            911 in the United States
          </li>
        </ul>
      </div>
    </Disclosure>
  )
}

function waysOf(line: {
  phone: string | null
  textNumber: string | null
  url: string | null
}): string {
  const ways = [
    line.phone && `call ${line.phone}`,
    line.textNumber && `text ${line.textNumber}`,
    line.url,
  ]
  return ways.filter(Boolean).join(', ')
}
