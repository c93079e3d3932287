import type { PdfPage } from './pdf.ts'

/** The pages of the demo's workbook. */
export const workbookPages: readonly PdfPage[] = [
  {
    heading: 'Four Quiet Mornings',
    paragraphs: [
      'A small workbook for people who begin the day before anyone else is up, and would like to begin it on purpose.',
      'Each morning takes about fifteen minutes. You need a pen, something warm to drink and a place where the phone is not.',
      'Write badly. Nobody will read it. If a morning is missed, the next one is waiting where you left it; there is no catching up.',
    ],
  },
  {
    heading: 'Morning one: arriving',
    paragraphs: [
      'Sit for three minutes and do nothing useful. Notice what your mind reaches for first. Write it down in one line, without judging it.',
      'Read Psalm 131, which is three verses long. Read it again, more slowly.',
      'What are you carrying today that is too great for you? What would it look like to set it down until noon?',
      '______________________________________________________',
      '______________________________________________________',
    ],
  },
  {
    heading: 'Morning two: the work of your hands',
    paragraphs: [
      'Name one thing that you made, mended or answered this week. Small ones count. Who is better off for it?',
      'Read Psalm 90, the last verse. Say the work of this day in a sentence, as if you were asking for it to be established.',
      'Which task do you keep moving to tomorrow? Write the first two minutes of it here.',
      '______________________________________________________',
      '______________________________________________________',
    ],
  },
  {
    heading: 'Morning three: people',
    paragraphs: [
      'Think of the three people you will speak with most today. For each of them, write one thing that you hope for them and that has nothing to do with you.',
      'Is there a conversation that you rehearse and never have? Write its first honest sentence. You do not have to send it.',
      '______________________________________________________',
      '______________________________________________________',
    ],
  },
  {
    heading: 'Morning four: going out',
    paragraphs: [
      'Read what you wrote on the first morning. What is still heavy, and what has become lighter without your help?',
      'Choose one practice of these days to keep, and leave the others without guilt. Write when and where you will do it tomorrow.',
      '______________________________________________________',
      'Go gently. Come back when you need to.',
    ],
  },
]
