/** A part of the document: a list that is read while it is written, or a plain value. */
type Section = AsyncIterable<object> | object

/** Writes an indented JSON object piece by piece, so that no list is in memory as a whole. */
export async function* jsonText(sections: Record<string, Section>): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${separator}  ${JSON.stringify(name)}: `
    separator = ',\n'
    if (Symbol.asyncIterator in section) yield* listText(section)
    else yield indented(section, 2)
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n    ${indented(item, 4)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n  ]'
}

function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}
