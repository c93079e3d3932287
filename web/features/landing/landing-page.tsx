import {
  BookOpenText,
  Headphones,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Sprout,
  TrendingUp,
  Volume2,
} from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import { useVisit } from '#web/lib/visit.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface Feature {
  icon: LucideIcon
  title: string
  text: string
}

/** The six cards of the landing page (member document, section 1). */
const FEATURES: Feature[] = [
  {
    icon: Headphones,
    title: 'Read & Listen to Real Stories',
    text: 'Testimonials of faith, resilience and breakthrough, written or spoken by the people who lived them.',
  },
  {
    icon: MessagesSquare,
    title: 'Engage in Q&A',
    text: 'Ask what is on your heart, and share your wisdom and life experience to guide others.',
  },
  {
    icon: BookOpenText,
    title: 'Word of the Day',
    text: 'Daily spiritual guidance to read before the day begins to pull at you.',
  },
  {
    icon: NotebookPen,
    title: 'Daily Reflection',
    text: 'A thought-provoking prompt to carry through the day.',
  },
  {
    icon: TrendingUp,
    title: 'Business Growth',
    text: 'Vocabulary and business trivia, one small piece a day, so that your work grows with you.',
  },
  {
    icon: Sprout,
    title: 'Faith In Action',
    text: 'Small, intentional steps that put your faith to work.',
  },
]

export function LandingPage(): ReactElement {
  return (
    <>
      <DeletedNotice />
      <Hero />
      <Features />
      <ExampleStory />
      <Cost />
      <ClosingCall />
    </>
  )
}

function Hero(): ReactElement {
  return (
    <section className="relative overflow-hidden">
      <div className="relative z-10 mx-auto flex max-w-3xl flex-col items-center px-4 pt-14 text-center sm:pt-20">
        <h1 className="text-4xl sm:text-5xl lg:text-6xl">
          Where Paths Cross, Stories Unfold, and Folx Grow
        </h1>
        <p className="mt-5 max-w-prose text-lg text-ink-quiet">
          A place for spiritual growth, daily alignment and anonymous support, keeping God at the
          center of business, personal growth and faith.
        </p>
        <div className="mt-8 flex w-full flex-col items-stretch gap-3 sm:w-auto sm:flex-row sm:justify-center">
          <a href="/register" className={buttonVariants({ size: 'lg' })}>
            Begin Your Journey
          </a>
          <a href="/auth" className={buttonVariants({ size: 'lg', variant: 'outline' })}>
            Login My Account
          </a>
        </div>
        <p className="mt-5 text-balance text-ink-quiet">
          Free to join. Your daily digital journal resets at 3 AM.
        </p>
      </div>
      <HeroIllustration className="mt-2 h-60 w-full overflow-visible sm:h-80" />
    </section>
  )
}

function Features(): ReactElement {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-page px-4 py-14 sm:px-6 sm:py-20">
      <h2 id="features" className="text-center">
        Real faith, real stories, real growth
      </h2>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-xl border border-line bg-surface p-6">
            <Icon aria-hidden size={28} strokeWidth={1.5} className="text-primary" />
            <h3 className="mt-4">{title}</h3>
            <p className="mt-2 text-ink-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One of the demo's stories, about 30 seconds long. */
const STORY = {
  title: 'Grace over the vending machine',
  text: 'Cafeteria’s closed for repairs, so supper was crackers and one of those pies in a sleeve. The new guy bowed his head over his. Nobody does that in there. So I did too, and then Rosa, and then we all sat chewing and not looking at each other. Fourteen months I’ve worked with these people and I think that’s the first time we ate together.',
}

/** Shows what a story told in another voice is like: nobody can be recognized by it. */
function ExampleStory(): ReactElement {
  const words = useRef<HTMLParagraphElement>(null)
  const { isPlain } = useVisit()
  return (
    <section aria-labelledby="example" className="mx-auto max-w-prose px-4 pb-16 sm:pb-20">
      <figure className="rounded-xl border border-line bg-surface p-6 sm:p-8">
        <h2 id="example" className="text-2xl">
          {STORY.title}
        </h2>
        <p ref={words} id="example-words" className="mt-3 text-lg">
          {STORY.text}
        </p>
        <figcaption className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-ink-quiet">
          <p className="min-w-0 flex-1 basis-64">
            An example. Told in another voice, a story is read by your own device: nobody hears who
            told it.
          </p>
          {isPlain ? (
            <PlainListen />
          ) : (
            <ReadAloud
              title={STORY.title}
              text={STORY.text}
              target={words}
              label="Listen"
              variant="outline"
            />
          )}
        </figcaption>
      </figure>
    </section>
  )
}

/** The same button in a document without the app. It is hidden until `plain-page.ts` has found a voice. */
function PlainListen(): ReactElement {
  return (
    // Keeps the button's place.
    <span className="min-h-11 w-36">
      <Button
        hidden
        data-listen="example-words"
        variant="outline"
        size="sm"
        className="min-h-11 w-full"
        aria-label={STORY.title}
      >
        <Volume2 aria-hidden size={16} />
        <span>Listen</span>
      </Button>
    </span>
  )
}

/** A verse, and what Folx costs. */
function Cost(): ReactElement {
  return (
    <section aria-labelledby="cost" className="mx-auto max-w-prose px-4 pb-16 text-center">
      <figure>
        <blockquote className="font-serif text-2xl leading-snug">
          “Bear one another’s burdens, and so fulfill the law of Christ.”
        </blockquote>
        <figcaption className="mt-2 text-ink-quiet">Galatians 6:2</figcaption>
      </figure>
      <h2 id="cost" className="mt-12">
        What it costs
      </h2>
      <p className="mt-3 text-lg">
        Nothing. Stories, replies, prayer, guidance and your daily practice are free.
      </p>
      <p className="mt-2 text-ink-quiet">
        A monthly membership adds the live coaching room and its recordings. You can cancel it at
        any time.
      </p>
    </section>
  )
}

function ClosingCall(): ReactElement {
  return (
    <section className="border-t border-line bg-sand px-4 py-16 text-center sm:py-20">
      <h2>We all have a story.</h2>
      <p className="mt-3 text-lg">Are you ready to start your day with purpose?</p>
      <a href="/register" className={`${buttonVariants({ size: 'lg' })} mt-7`}>
        Join Us
      </a>
    </section>
  )
}

/** The large version of the motif: a sun rises where the paths cross and continue together. */
function HeroIllustration({ className }: { className?: string }): ReactElement {
  return (
    <svg
      viewBox="0 0 1200 320"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <radialGradient id="dawn" cx="600" cy="176" r="480" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--gold)" stopOpacity="0.4" />
          <stop offset="0.4" stopColor="var(--gold)" stopOpacity="0.12" />
          <stop offset="1" stopColor="var(--gold)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="near" x1="0" y1="176" x2="0" y2="320" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--sand)" />
          <stop offset="1" stopColor="var(--ground)" />
        </linearGradient>
      </defs>
      <rect x="-400" y="-320" width="2000" height="640" fill="url(#dawn)" />
      <g stroke="var(--gold)" strokeWidth="2" strokeLinecap="round">
        <path d="M548 176a52 52 0 0 1 104 0" fill="var(--gold-soft)" />
        <path d="M508 176a92 92 0 0 1 184 0" opacity="0.55" />
        <path d="M464 176a136 136 0 0 1 272 0" opacity="0.28" />
        <path d="M600 104V86M549 125l-13-13M651 125l13-13" />
      </g>
      <path
        d="M-800 190h800c140-26 270-30 420-16 120 11 250 11 380-2 150-14 280-10 400 16h800v132H-800Z"
        fill="url(#near)"
      />
      <path
        d="M-800 190h800c140-26 270-30 420-16 120 11 250 11 380-2 150-14 280-10 400 16h800"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <g stroke="var(--primary)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M-900 306C-200 312 452 300 568 254c66-26 54-56 34-76" />
        <path d="M2100 306C1400 312 748 300 632 254c-66-26-54-56-34-76" />
        <path d="M-900 262c900 18 1338 6 1450-34 46-16 58-32 50-50" opacity="0.55" />
        <path d="M2100 262c-900 18-1338 6-1450-34-46-16-58-32-50-50" opacity="0.55" />
        <path d="M-900 214c900 28 1300 18 1500-36" opacity="0.28" />
        <path d="M2100 214c-900 28-1300 18-1500-36" opacity="0.28" />
      </g>
    </svg>
  )
}

/** Shown to a member who has just deleted their account, whom the address leads here. */
function DeletedNotice(): ReactElement {
  return (
    <div id="account-deleted" className="mx-auto hidden max-w-prose px-4 pt-6 target:block">
      <Notice variant="success" title="Your account has been deleted">
        <p>Thank you for walking with us. You can come back at any time with a new account.</p>
      </Notice>
    </div>
  )
}
