import { ExternalLink, HeartHandshake, MessageCircle, Phone } from 'lucide-react'
import { type ReactElement, useDeferredValue, useState } from 'react'
import type { Helpline } from '#contract/settings.ts'
import { type CrisisLanguage, crisisLanguage } from '#web/lib/crisis-words.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'

interface Words {
  title: string
  /** Shown with the built-in helplines, which are those of the United States. */
  text: string
  /** Shown with the community's own helplines. */
  ownText: string
  call: (number: string) => string
  message: (number: string) => string
  /** The label of the button that texts the built-in helpline. */
  builtInMessage: string
  elsewhere: string
  privacy: string
  /** Shown instead once the text has been sent. */
  privacySent: string
  hide: string
}

const WORDS: Record<CrisisLanguage, Words> = {
  en: {
    title: 'You matter, and you do not have to carry this alone.',
    text: 'If you are thinking of hurting yourself or of ending your life, someone is there for you now: free, confidential, day and night, in the United States. If you are in danger, call 911.',
    ownText:
      'If you are thinking of hurting yourself or of ending your life, someone is there for you now. If you are in danger, call your emergency number.',
    call: (number) => `Call ${number}`,
    message: (number) => `Text ${number}`,
    builtInMessage: 'Text 988',
    elsewhere: 'Helplines in other countries',
    privacy: 'Only you see this. Nothing was sent or reported, and you can keep writing.',
    privacySent: 'Only you see these helplines. Nobody is told that we showed them.',
    hide: 'Hide this',
  },
  es: {
    title: 'Tú importas, y no tienes que cargar con esto a solas.',
    text: 'Si piensas en hacerte daño o en quitarte la vida, ahora mismo hay alguien para ti: gratis, en confianza, de día y de noche, en los Estados Unidos. Al llamar, oprime 2 para español. Si estás en peligro, llama al 911.',
    ownText:
      'Si piensas en hacerte daño o en quitarte la vida, ahora mismo hay alguien para ti. Si estás en peligro, llama al número de emergencias.',
    call: (number) => `Llama al ${number}`,
    message: (number) => `Escribe al ${number}`,
    builtInMessage: 'Escribe AYUDA al 988',
    elsewhere: 'Líneas de ayuda en otros países',
    privacy: 'Solo tú ves esto. No se envió ni se informó nada, y puedes seguir escribiendo.',
    privacySent: 'Solo tú ves estas líneas de ayuda. A nadie se le dice que las mostramos.',
    hide: 'Ocultar',
  },
}

interface CrisisPanelProps {
  text: string
  /** The text is one that was sent, not one that is being written. */
  isSent?: boolean
}

/**
 * Offers helplines while a text mentions suicide or self-harm, and after such a text was sent, which
 * empties its field. Place it next to the field. Nothing is blocked, stored or sent.
 */
export function CrisisPanel({ text, isSent = false }: CrisisPanelProps): ReactElement {
  const current = useDeferredValue(text)
  const language = crisisLanguage(current)
  const [shown, setShown] = useState(language)
  const [isHidden, setIsHidden] = useState(false)
  const isEmpty = current.trim() === ''
  if (!isEmpty && shown !== language) setShown(language)
  return (
    <div role="status" className="empty:hidden">
      {shown && !isHidden ? (
        <Helplines language={shown} isSent={isSent || isEmpty} onHide={() => setIsHidden(true)} />
      ) : null}
    </div>
  )
}

interface HelplinesProps {
  language: CrisisLanguage
  isSent: boolean
  onHide: () => void
}

function Helplines({ language, isSent, onHide }: HelplinesProps): ReactElement {
  const words = WORDS[language]
  const own = useSiteSettings()?.helplines ?? []
  return (
    <div
      lang={language}
      className="flex animate-fade-in flex-col gap-3 rounded-lg border border-line bg-gold-soft p-4"
    >
      <p className="flex gap-3 font-semibold">
        <HeartHandshake aria-hidden size={22} className="mt-0.5 shrink-0 text-gold-ink" />
        {words.title}
      </p>
      <p>{own.length > 0 ? words.ownText : words.text}</p>
      <HelplineLinks language={language} />
      <p className="text-sm">{isSent ? words.privacySent : words.privacy}</p>
      <Button variant="ghost" size="sm" className="self-start" onClick={onHide}>
        {words.hide}
      </Button>
    </div>
  )
}

/** The community's own helplines, or the built-in one; and where to find others. */
export function HelplineLinks({ language = 'en' }: { language?: CrisisLanguage }): ReactElement {
  const words = WORDS[language]
  // Cached on the device with the other settings, so that they are available offline.
  const own = useSiteSettings()?.helplines ?? []
  return (
    <>
      {own.length > 0 ? <OwnHelplines lines={own} words={words} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        {own.length > 0 ? null : <BuiltInHelpline language={language} />}
        <Button asChild variant="link">
          <a href="https://findahelpline.com" target="_blank" rel="noreferrer">
            {words.elsewhere}
          </a>
        </Button>
      </div>
    </>
  )
}

/** The 988 helpline of the United States. */
function BuiltInHelpline({ language }: { language: CrisisLanguage }): ReactElement {
  const words = WORDS[language]
  return (
    <>
      <Button asChild variant="outline">
        <a href="tel:988">
          <Phone aria-hidden size={18} />
          {words.call('988')}
        </a>
      </Button>
      <Button asChild variant="outline">
        <a href={language === 'es' ? 'sms:988?&body=AYUDA' : 'sms:988'}>
          <MessageCircle aria-hidden size={18} />
          {words.builtInMessage}
        </a>
      </Button>
    </>
  )
}

/** The helplines that the community has set. */
function OwnHelplines(props: { lines: readonly Helpline[]; words: Words }): ReactElement {
  const { lines, words } = props
  return (
    <ul className="flex flex-col gap-3">
      {lines.map((line) => (
        <li key={JSON.stringify(line)} className="flex flex-col gap-2">
          <p dir="auto" className="font-medium">
            {line.name}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            {line.phone ? (
              <Button asChild variant="outline">
                <a href={`tel:${dialled(line.phone)}`}>
                  <Phone aria-hidden size={18} />
                  {words.call(line.phone)}
                </a>
              </Button>
            ) : null}
            {line.textNumber ? (
              <Button asChild variant="outline">
                <a href={`sms:${dialled(line.textNumber)}`}>
                  <MessageCircle aria-hidden size={18} />
                  {words.message(line.textNumber)}
                </a>
              </Button>
            ) : null}
            {line.url ? (
              <Button asChild variant="outline">
                <a href={line.url} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden size={18} />
                  {new URL(line.url).hostname}
                </a>
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

function dialled(number: string): string {
  return number.replace(/[\s-]/g, '')
}
