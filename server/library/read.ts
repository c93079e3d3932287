/**
 * Reads the texts under `content/`, whose form `content/README.md` describes. A wrong file is named
 * in a StartError, with the line and the field.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { StartError } from '#server/start-error.ts'

const CONTENT = join(import.meta.dirname, '../../content')
/** `## Title` or `- name: text`. */
const HEADING_OR_FIELD = /^(?:(#{1,3}) |- *([a-zA-Z]+):) *(.*)$/

/** A heading, a field or a paragraph. */
interface Block {
  /** `#`, `##` or `###`, the field's name, or `content` for a paragraph. */
  name: string
  text: string
  /** The number of its first line. */
  line: number
}

/** A heading, named `title`, with the blocks under it. */
interface Entry {
  blocks: Block[]
  /** The `###` entries under a `##` entry. */
  parts: Entry[]
}

/** Throws a StartError. */
type Refuse = (line: number, problem: string) => never

/** Reads a file under `content/`: one text for each `##` heading. */
export function readTexts<Text>(file: string, schema: z.ZodType<Text>, root = CONTENT): Text[] {
  return readFile(file, schema, { root, keys: new Map() })
}

/** Reads the files of a folder under `content/`, in the order of their names; keys are unique. */
export function readFolder<Text>(
  folder: string,
  schema: z.ZodType<Text>,
  root = CONTENT,
): Text[][] {
  const names = fromDisk(folder, () => readdirSync(join(root, folder)))
    .filter((name) => /^[^.].*\.md$/.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  if (names.length === 0) throw new StartError(`content/${folder} has no texts.`)
  const keys = new Map<string, string>()
  return names.map((name) => readFile(`${folder}/${name}`, schema, { root, keys }))
}

/** @param keys the place of each key that was read before; those of this file are added */
function readFile<Text>(
  file: string,
  schema: z.ZodType<Text>,
  { root, keys }: { root: string; keys: Map<string, string> },
): Text[] {
  const refuse: Refuse = (line, problem) => {
    throw new StartError(`content/${file}, line ${line}: ${problem.replace(/\.$/, '')}.`)
  }
  const source = fromDisk(file, () => readFileSync(join(root, file), 'utf8'))
  return entriesOf(blocksOf(source, refuse), refuse).map((entry) => {
    const { data, error } = schema.safeParse(toValue(entry))
    if (error) return refuse(...explain(error, entry))
    for (const { name, text, line } of entry.blocks) {
      if (name !== 'key') continue
      if (keys.has(text)) refuse(line, `"key" is already used in ${keys.get(text)}`)
      keys.set(text, `content/${file}, line ${line}`)
    }
    return data
  })
}

function fromDisk<Source>(path: string, read: () => Source): Source {
  try {
    return read()
  } catch (cause) {
    throw new StartError(`content/${path} can't be read.`, { cause })
  }
}

/** Lines without an empty line between them form one block, as in Markdown. */
function blocksOf(source: string, refuse: Refuse): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.trim()
    const block = text === '' ? undefined : blockOf(text, index + 1, refuse)
    if (open && block?.name === 'content') {
      open.text += ` ${text}`
      continue
    }
    if (block) blocks.push(block)
    open = block?.name.startsWith('#') ? undefined : block
  }
  return blocks
}

function blockOf(text: string, line: number, refuse: Refuse): Block {
  if (text.includes('\uFFFD')) refuse(line, 'a character is damaged: save the file as UTF-8')
  const [, heading, field, rest = ''] = HEADING_OR_FIELD.exec(text) ?? []
  const name = heading ?? field
  if (name !== undefined) return { name, text: rest, line }
  if (/^[#-]/.test(text)) refuse(line, 'a line has the form "## Title" or "- name: text"')
  return { name: 'content', text, line }
}

/** Fields before the first `##` heading belong to every entry that has none of that name. */
function entriesOf(blocks: readonly Block[], refuse: Refuse): Entry[] {
  const shared: Block[] = []
  const entries: Entry[] = []
  for (const block of blocks) {
    const last = entries.at(-1)
    const entry: Entry = { blocks: [{ ...block, name: 'title' }], parts: [] }
    if (block.name === '##') entries.push(entry)
    else if (block.name === '###' && last) last.parts.push(entry)
    else if (block.name === '###' || (block.name === '#' && last)) {
      refuse(block.line, 'a text begins with a heading of two signs: "## Title"')
    } else if (last) (last.parts.at(-1) ?? last).blocks.push(block)
    else if (block.name !== '#' && block.name !== 'content') shared.push(block)
  }
  if (entries.length === 0) refuse(1, 'no text begins here with a heading, "## Title"')
  return entries.map(({ blocks: own, parts }) => ({
    blocks: [...own, ...shared.filter(({ name }) => own.every((block) => block.name !== name))],
    parts,
  }))
}

/** A field that occurs more than once is a list; paragraphs are joined by an empty line. */
function toValue({ blocks, parts }: Entry): Record<string, unknown> {
  const value: Record<string, unknown> = parts.length > 0 ? { parts: parts.map(toValue) } : {}
  for (const [name, given] of Map.groupBy(blocks, (block) => block.name)) {
    const texts = given.map(({ text }) => text)
    value[name] = name === 'content' ? texts.join('\n\n') : texts.length === 1 ? texts[0] : texts
  }
  return value
}

const LABELS = new Map([
  ['title', 'the heading'],
  ['content', 'the text'],
  ['parts', 'a heading with "###"'],
])

/** The line and the problem of the first thing that is wrong with an entry. */
function explain(error: z.ZodError, entry: Entry): [line: number, problem: string] {
  const unrecognized = error.issues.find(({ code }) => code === 'unrecognized_keys')
  const issue = unrecognized ?? error.issues[0]
  let [at, path] = [entry, issue?.path ?? []]
  while (path[0] === 'parts' && typeof path[1] === 'number') {
    ;[at, path] = [at.parts[path[1]] ?? at, path.slice(2)]
  }
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const name = String(unknown ?? path[0] ?? 'title')
  const given =
    name === 'parts'
      ? at.parts.flatMap(({ blocks }) => blocks.slice(0, 1))
      : at.blocks.filter((block) => block.name === name)
  const index = typeof path[1] === 'number' ? path[1] : given.length - 1
  const label = LABELS.get(name) ?? `"${name}"`
  const line = (given[index] ?? at.blocks[0])?.line ?? 1
  if (unknown !== undefined) return [given[0]?.line ?? line, `${label} doesn't belong here`]
  if (given.length === 0) return [line, `${label} is missing`]
  if (issue?.code === 'invalid_type' && given.length > 1) {
    return [line, `${label} is given more than once`]
  }
  const message = issue?.message ?? ''
  return [line, /^[A-Z]/.test(message) ? `${label}: ${message}` : `${label} ${message}`]
}
