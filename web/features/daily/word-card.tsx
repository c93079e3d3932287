import type { ReactElement } from 'react'
import type { BusinessWord } from '#contract/daily.ts'

export function WordCard({ word }: { word: BusinessWord }): ReactElement {
  return (
    <section
      aria-labelledby="business-word"
      className="flex flex-col gap-x-8 gap-y-3 rounded-xl border border-line bg-sand p-5 sm:p-6 md:flex-row"
    >
      <div className="md:w-1/3">
        <h3 id="business-word" className="font-sans text-base font-medium text-ink-quiet">
          Business word of the day
        </h3>
        <p className="mt-1 font-serif text-2xl leading-tight">
          <dfn className="not-italic">{word.word}</dfn>
        </p>
      </div>
      <div className="max-w-prose md:w-2/3">
        <p>{word.meaning}</p>
        <p className="mt-2 border-l-3 border-gold pl-3 text-ink-quiet italic">{word.example}</p>
      </div>
    </section>
  )
}
