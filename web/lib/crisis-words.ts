export type CrisisLanguage = 'en' | 'es'

/**
 * Patterns for phrases about suicide or self-harm, in lower case without accents and with single
 * spaces. Exceptions cover idioms ('killing it') and the language of faith ('die to self', the hymn
 * 'Take my life and let it be').
 */
const PHRASES: Record<CrisisLanguage, readonly string[]> = {
  en: [
    '(?<!career |political |social |professional )suicid(?:e|al)(?! squad| squeeze| doors?)',
    '(?:kill|killing|hang|hanging|shoot|shooting|drown|drowning) my ?self(?! laughing| at| trying| with (?:work|laughter))',
    '(?:want|wanted|wanting|going|need|trying|tried|plan|planning|thinking|thoughts|think|urge|urges|tempted|like|started|keep) (?:to |of |about |on )?(?:hurt|hurting|harm|harming|cut|cutting|burn|burning|starve|starving) my ?self(?! some| off| short| out)',
    'self (?:harm|harming|harmed|injury|mutilation)',
    "(?<!not |n't |dont |never )(?:want|wanted|wants|wanting|wish) to die(?! to | for | with | laughing| of | on that hill| in (?:christ|peace|jesus))",
    "(?<!not |n't |dont |never )wanna die(?! to | for | laughing| of )",
    'wan(?:t|ted|na) (?:to )?(?:be dead|disappear forever|never wake up|sleep (?:forever|and never wake up))',
    '(?:wish|wished) (?:that )?i (?:was|were) (?:dead|never born|not alive)',
    "wish (?:that )?i(?:'d| had)? never been born",
    'better off (?:dead|without me|if i (?:was|were) (?:dead|gone))',
    "(?:do not|don't|dont|didn't|didnt|no longer) (?:really )?(?:want to|wanna) (?:live(?! (?:in|with|without|like(?! this)|here|there|for|by|this|that|under|at|alone|near|a|as)\\b)|be alive|exist|wake up(?! (?:early|at|before|on|for|late)\\b)|be here any ?more|go on living|keep living)",
    '(?:end|ending|ended) my (?:own )?life(?! of| as)',
    '(?:end|ending) it all',
    '(?:take|taking|took) my own life',
    '(?:want|wanted|going|plan|planning|think|thinking|thought|thoughts|ready|tried|trying|about) (?:to |of |about )*(?:take|taking) my life(?! (?:and|back|to|in)\\b)',
    'no (?:reason|point) (?:to|in|for)? ?(?:live|living|go on living|being alive|keep living|stay alive)',
    'nothing (?:left )?to live for',
    "(?:can't|cant|cannot|can not) (?:go on living|live any ?more|keep living|live like this any ?more)",
    '(?:tired|sick) of (?:living(?! (?:in|with|without|like|for|by|under|at|pay|paycheck|a|here|out|alone|off)\\b)|being alive|life itself)',
    "(?:life|it) (?:is not|isn't|isnt|is no longer|no longer feels|doesn't feel) worth living",
    "(?:hope|wish|pray|praying) (?:that )?i (?:die|do not wake up|don't wake up|never wake up|could die|would die)",
    '(?:jump|jumping) (?:off|from) (?:a|the|this) (?:bridge|building|roof|balcony)',
    '(?:take|swallow|took|swallowed) all (?:of )?(?:my|the|these) pills',
    'unaliv(?:e|ing) my ?self',
  ],
  es: [
    'suicid(?:io|a|ar|arme|arse|ando|andome)',
    'me suicid\\w+',
    '(?:me )?(?:quiero|queria|quisiera|deseo|desearia) morir(?:me)?(?! (?:de (?:la )?(?:risa|verguenza|hambre|pena)|por|a mi|al|en cristo))',
    '(?:quiero|queria|quisiera|voy a|pienso|pense|pensado|pensando|intente|ganas|deseos|idea) (?:en |de )?matarme(?! (?:de risa|trabajando|estudiando))',
    'me (?:quiero|queria|quisiera|voy a|iba a) matar(?! (?:de risa|trabajando|estudiando))',
    '(?:quitarme|quitarse) la vida',
    'me quit(?:e|o|aria) la vida',
    '(?:acabar|terminar) con (?:mi (?:propia )?vida|todo esto de una vez|mi existencia)',
    'poner(?:le)? fin a mi (?:propia )?vida',
    'no (?:quiero|deseo|quisiera) (?:vivir mas|seguir viviendo|seguir con vida|existir|despertar(?: mas| nunca)?(?! (?:temprano|tarde|a )))',
    'no quiero vivir(?! (?:en|con|sin|como|de|para|por|una|aqui|ahi|lejos|cerca|bajo)\\b)',
    'ya no quiero (?:estar aqui|estar vivo|estar viva|seguir aqui)',
    'no vale la pena (?:vivir|seguir viviendo)',
    'ganas de (?:morir(?:me)?(?! de)|no vivir|desaparecer para siempre)',
    '(?:sin|no tengo|perdi las|perdido las|quitan las) ganas de vivir',
    'no (?:tengo|encuentro|hay|veo) (?:razon|razones|motivo|motivos|sentido) (?:para|de) (?:vivir|seguir viviendo)',
    '(?:hacerme|haciendome) dano(?: a mi mism[oa])?',
    '(?:quiero|quisiera|voy a|ganas de|pienso en) (?:lastimarme|herirme|cortarme(?! (?:el|un poco el|las unas|unas)))',
    'cortarme las venas',
    'autolesion\\w*',
    'me autolesion\\w+',
    'mejor (?:estaria |estar |si estuviera )?muert[oa]',
    '(?:estaria|estarian) mejor sin mi',
    '(?:ojala|quisiera|desearia|preferiria) (?:estar|estuviera|haber|hubiera) muert[oa]',
    '(?:ojala|quisiera|desearia) no haber nacido',
  ],
}

const RECOGNIZERS = {
  en: recognizer(PHRASES.en),
  es: recognizer(PHRASES.es),
}

/**
 * The language in which a text mentions suicide or self-harm, if it does. The check runs on the
 * device; nothing is stored or sent. It only decides whether helplines are offered.
 */
export function crisisLanguage(text: string): CrisisLanguage | undefined {
  const plain = plainWords(text)
  if (RECOGNIZERS.en.test(plain)) return 'en'
  return RECOGNIZERS.es.test(plain) ? 'es' : undefined
}

/** A pattern that finds whole phrases in a text that `plainWords` has normalized. */
export function recognizer(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${phrases.join('|')})(?![a-z])`)
}

/** Lower case without accents. Anything but letters and apostrophes becomes a single space. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .toLowerCase()
    .replace(/[^a-z']+/g, ' ')
}
