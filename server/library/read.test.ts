import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { StartError } from '#server/start-error.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { LibraryMessage, LibraryQuestion, LibraryReflection } from './library.ts'
import { readFolder, readTexts } from './read.ts'

const MESSAGE = [
  '## Tired',
  '',
  '- key: tired',
  '- verse: John 11:35',
  '- quotation: Jesus wept.',
  '',
  'Sit down.',
  '',
  '- prayer: Stay with us.',
]
const QUESTION = [
  '## Who wept?',
  '',
  '- key: who-wept',
  '- subject: bible',
  '- option: Jesus',
  '- option: Peter',
  '- answer: Jesus',
  '- explanation: At the grave of his friend Lazarus.',
  '- source: John 11:35',
]

/** A folder with one folder of texts, `messages`, each given by its lines. */
async function contentOf(files: Record<string, readonly string[]>): Promise<string> {
  const root = await makeFolder()
  await mkdir(join(root, 'messages'))
  for (const [name, lines] of Object.entries(files)) {
    await writeFile(join(root, 'messages', name), lines.join('\n'))
  }
  return root
}

function replaced(lines: readonly string[], line: number, ...by: string[]): string[] {
  return lines.toSpliced(line - 1, 1, ...by)
}

async function refusalOf(lines: readonly string[], schema: z.ZodType): Promise<unknown> {
  const root = await contentOf({ 'hope.md': lines })
  try {
    return readTexts('messages/hope.md', schema, root)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return error instanceof StartError && error.message
  }
}

test('a file is read as its headings, fields and paragraphs', async () => {
  const root = await contentOf({
    'hope.md': [
      '# Hope',
      'A note.',
      '',
      '- kind: shared',
      '',
      '## One: more',
      '- key: a',
      '- item: 1',
      '- item: 2: 3',
      'goes on',
      '',
      'A line',
      'and its rest.',
      '',
      '',
      'Next.',
      '- end: yes',
      '',
      '### Part',
      '- key: part',
      'goes on, too',
      '',
      '## Two',
      '- kind: own',
    ],
  })
  expect(readTexts('messages/hope.md', z.looseObject({}), root)).toEqual([
    {
      title: 'One: more',
      kind: 'shared',
      key: 'a',
      item: ['1', '2: 3 goes on'],
      content: 'A line and its rest.\n\nNext.',
      end: 'yes',
      parts: [{ title: 'Part', key: 'part goes on, too' }],
    },
    { title: 'Two', kind: 'own' },
  ])
})

test('line ends and a byte order mark of Windows change nothing', async () => {
  const root = await contentOf({
    'a.md': MESSAGE,
    'b.md': [`\uFEFF${MESSAGE.join('\r\n').replace('key: tired', 'key: other')}`],
  })
  const [[one] = [], [other] = []] = readFolder('messages', LibraryMessage, root)
  expect(other).toEqual({ ...one, key: 'other' })
})

test('files are read in the order of their numbers', async () => {
  const names = ['10-last', '2-middle', '1-first']
  const files = names.map((name) => [`${name}.md`, [`## ${name}`]])
  const root = await contentOf({
    ...Object.fromEntries(files),
    'notes.txt': ['no text'],
    '._1-first.md': ['\0'],
  })
  expect(readFolder('messages', z.object({ title: z.string() }), root).flat()).toEqual([
    { title: '1-first' },
    { title: '2-middle' },
    { title: '10-last' },
  ])
})

test.each([
  [4, ['- verse: Hope 3:16'], `line 4: "verse" isn't a reference that we know.`],
  [4, ['- verse: John 3:99'], `line 4: "verse" isn't a reference that we know.`],
  [4, ['- verse: see John 11:35'], `line 4: "verse" isn't a reference that we know.`],
  [4, [], 'line 1: "verse" is missing.'],
  [4, ['- vers: John 11:35'], `line 4: "vers" doesn't belong here.`],
  [4, ['verse: John 11:35'], 'line 3: "key" needs a form like "one-two-3".'],
  [5, ['- quotation:'], 'line 5: "quotation" is empty.'],
  [7, [], 'line 1: the text is missing.'],
  [9, ['- prayer: One.', '- prayer: Two.'], 'line 10: "prayer" is given more than once.'],
  [9, ['- prayer: One.', '- mood: calm'], `line 10: "mood" doesn't belong here.`],
  [9, ['- constructor: One.'], `line 9: "constructor" doesn't belong here.`],
  [3, ['- key: Tired!'], 'line 3: "key" needs a form like "one-two-3".'],
  [7, ['- a list'], 'line 7: a line has the form "## Title" or "- name: text".'],
  [7, ['##Next'], 'line 7: a line has the form "## Title" or "- name: text".'],
  [7, ['# Next'], 'line 7: a text begins with a heading of two signs: "## Title".'],
  [7, ['Sit.', '### Part'], `line 8: a heading with "###" doesn't belong here.`],
  [1, ['# Tired'], 'line 1: no text begins here with a heading, "## Title".'],
  [1, ['### Tired'], 'line 1: a text begins with a heading of two signs: "## Title".'],
  [7, ['Caf\uFFFD'], 'line 7: a character is damaged: save the file as UTF-8.'],
] as const)('a message with line %i replaced by %j is refused', async (line, lines, sentence) => {
  expect(await refusalOf(replaced(MESSAGE, line, ...lines), LibraryMessage)).toBe(
    `content/messages/hope.md, ${sentence}`,
  )
})

test.each([
  [6, [], 'line 5: "option": Options are required.'],
  [6, ['- option: Jesus'], 'line 6: "option": Each option must differ.'],
  [6, ['- option:'], 'line 6: "option": Each option needs a text.'],
  [7, ['- answer: John'], `line 7: "answer" isn't one of the options.`],
  [4, ['- subject: math'], 'line 4: "subject": Choose a subject.'],
  [9, ['- source: John 11:35', '', 'More.'], `line 11: the text doesn't belong here.`],
] as const)('a question with line %i replaced by %j is refused', async (line, lines, sentence) => {
  expect(await refusalOf(replaced(QUESTION, line, ...lines), LibraryQuestion)).toBe(
    `content/messages/hope.md, ${sentence}`,
  )
})

test('a reflection has a verse with its quotation, or neither', async () => {
  const without = [
    '## Hands',
    '- key: hands',
    '',
    'Look.',
    '',
    '- question: Why?',
    '- practice: Go.',
  ]
  const root = await contentOf({ 'hope.md': without })
  expect(readTexts('messages/hope.md', LibraryReflection, root)).toEqual([
    { title: 'Hands', key: 'hands', paragraphs: ['Look.'], question: 'Why?', practice: 'Go.' },
  ])
  expect(await refusalOf([...without, '- verse: John 11:35'], LibraryReflection)).toBe(
    'content/messages/hope.md, line 1: "quotation" is missing.',
  )
})

test('an error in a part names the line of the part', async () => {
  const schema = z.strictObject({
    title: z.string(),
    parts: z.array(z.strictObject({ title: z.string(), hours: z.string() })),
  })
  const lines = ['## Story', '### One', '- hours: 1', '### Two', '- hour: 2']
  expect(await refusalOf(lines, schema)).toBe(
    `content/messages/hope.md, line 5: "hour" doesn't belong here.`,
  )
  expect(await refusalOf(['## Story'], schema)).toBe(
    'content/messages/hope.md, line 1: a heading with "###" is missing.',
  )
})

test('a key that two files use is refused', async () => {
  const root = await contentOf({ '1-a.md': MESSAGE, '2-b.md': ['# B', '', ...MESSAGE] })
  expect(() => readFolder('messages', LibraryMessage, root)).toThrow(
    'content/messages/2-b.md, line 5: "key" is already used in content/messages/1-a.md, line 3.',
  )
})

test('a folder that is empty or missing is named', async () => {
  const root = await contentOf({})
  expect(() => readFolder('messages', LibraryMessage, root)).toThrow(
    new StartError('content/messages has no texts.'),
  )
  expect(() => readFolder('words', LibraryMessage, root)).toThrow(
    new StartError("content/words can't be read."),
  )
})
