import { HeartHandshake, MessageCircle, Phone } from 'lucide-react'
import { type ReactElement, useDeferredValue, useState } from 'react'
import { type CrisisLanguage, crisisLanguage } from '#web/lib/crisis-words.ts'
import { Button } from '#web/ui/button.tsx'

interface Words {
  title: string
  text: string
  call: string
  message: string
  elsewhere: string
  privacy: string
  hide: string
}

const WORDS: Record<CrisisLanguage, Words> = {
  en: {
    title: 'You matter, and you do not have to carry this alone.',
    text: 'If you are thinking of hurting yourself or of ending your life, someone is there for you now: free, confidential, day and night, in the United States. If you are in danger, call 911.',
    call: 'Call 988',
    message: 'Text 988',
    elsewhere: 'Helplines in other countries',
    privacy: 'Only you see this. Nothing was sent or reported, and you can go on writing.',
    hide: 'Hide this',
  },
  es: {
    title: 'Tú importas, y no tienes que cargar con esto a solas.',
    text: 'Si piensas en hacerte daño o en quitarte la vida, ahora mismo hay alguien para ti: gratis, en confianza, de día y de noche, en los Estados Unidos. Al llamar, oprime 2 para español. Si estás en peligro, llama al 911.',
    call: 'Llama al 988',
    message: 'Escribe AYUDA al 988',
    elsewhere: 'Líneas de ayuda en otros países',
    privacy: 'Solo tú ves esto. No se envió ni se informó nada, y puedes seguir escribiendo.',
    hide: 'Ocultar',
  },
}

/**
 * Offers helplines while a text speaks of suicide or self-harm. Place it by the field that the
 * text is typed in. Nothing is blocked, kept or sent.
 */
export function CrisisPanel({ text }: { text: string }): ReactElement {
  const language = crisisLanguage(useDeferredValue(text))
  const [isHidden, setIsHidden] = useState(false)
  const isShown = language !== undefined && !isHidden
  return (
    <div role="status" className="empty:hidden">
      {isShown ? <Helplines language={language} onHide={() => setIsHidden(true)} /> : null}
    </div>
  )
}

interface HelplinesProps {
  language: CrisisLanguage
  onHide: () => void
}

function Helplines({ language, onHide }: HelplinesProps): ReactElement {
  const words = WORDS[language]
  return (
    <div
      lang={language}
      className="flex animate-fade-in flex-col gap-3 rounded-lg border border-line bg-gold-soft p-4"
    >
      <p className="flex gap-3 font-semibold">
        <HeartHandshake aria-hidden size={22} className="mt-0.5 shrink-0 text-gold-ink" />
        {words.title}
      </p>
      <p>{words.text}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button asChild variant="outline">
          <a href="tel:988">
            <Phone aria-hidden size={18} />
            {words.call}
          </a>
        </Button>
        <Button asChild variant="outline">
          <a href={language === 'es' ? 'sms:988?&body=AYUDA' : 'sms:988'}>
            <MessageCircle aria-hidden size={18} />
            {words.message}
          </a>
        </Button>
        <Button asChild variant="link">
          <a href="https://findahelpline.com" target="_blank" rel="noreferrer">
            {words.elsewhere}
          </a>
        </Button>
      </div>
      <p className="text-sm">{words.privacy}</p>
      <Button variant="ghost" size="sm" className="self-start" onClick={onHide}>
        {words.hide}
      </Button>
    </div>
  )
}
