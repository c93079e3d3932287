import { type ChangeEvent, type ReactElement, type ReactNode, useState } from 'react'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'

/** More than the server reads; its answer says so more exactly. */
const MOST_BYTES = 1_000_000
/** Enough to put right at once. */
const MOST_SHOWN = 20

interface Problem {
  line: number
  reason: string
}

interface ImportFileProps<Read extends { problems: readonly Problem[] }> {
  /** What the file may be: 'CSV, at most 2,000 questions.' */
  help: string
  /** What the server says of the file's text, without saving it. */
  read: (text: string) => Promise<Read>
  /** What it would change, with the button that does it. */
  children: (read: Read, text: string) => ReactNode
}

/** Chooses a file of lines, and shows what is wrong with it or what it would change. */
export function ImportFile<Read extends { problems: readonly Problem[] }>(
  props: ImportFileProps<Read>,
): ReactElement {
  const { help, read, children } = props
  const [isTooLarge, setIsTooLarge] = useState(false)
  const reading: Action<File, { text: string; read: Read }> = useAction({
    call: async (file: File) => {
      const text = await textOf(file)
      return { text, read: await read(text) }
    },
  })
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    reading.reset()
    const isLarge = file !== undefined && file.size > MOST_BYTES
    setIsTooLarge(isLarge)
    if (file && !isLarge) reading.run(file)
    // The same file can be chosen again, once it is put right.
    target.value = ''
  }
  const { data } = reading
  return (
    <>
      <Field label="File" help={help} error={isTooLarge ? 'Files can be at most 1 MB.' : undefined}>
        <Input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="max-w-md text-transparent"
          aria-busy={reading.isPending}
          onChange={handleChange}
        />
      </Field>
      <ErrorNotice title="This file can’t be read" error={reading.error} />
      <div role="status">
        {data && data.read.problems.length > 0 ? <Problems problems={data.read.problems} /> : null}
        {data?.read.problems.length === 0 ? children(data.read, data.text) : null}
      </div>
    </>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }): ReactElement {
  return (
    <Notice variant="error" title="Nothing can be imported yet">
      <ul className="flex flex-col gap-1">
        {problems.slice(0, MOST_SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN ? `And ${problems.length - MOST_SHOWN} more.` : null}
    </Notice>
  )
}

interface ImportedProps {
  /** 'New: 2 questions' */
  title: string
  texts: readonly string[]
}

/** Some of what a file adds, changes or removes; nothing if it does none of that. */
export function Imported({ title, texts }: ImportedProps): ReactElement | null {
  if (texts.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-base">{title}</h3>
      <ul className="list-disc pl-5">
        {texts.slice(0, MOST_SHOWN).map((text) => (
          <li key={text} dir="auto" className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {texts.length > MOST_SHOWN ? <p>And {texts.length - MOST_SHOWN} more.</p> : null}
    </section>
  )
}

/** The text of a file, in UTF-8 or as older spreadsheets save it on Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
