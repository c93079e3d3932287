/** Points; US Letter with margins of an inch and a half. */
const PAGE = { width: 612, height: 792, left: 108, top: 690 }
const LINE_CHARACTERS = 66
const BODY = { size: 12, leading: 18 }
const HEADING = { size: 22, leading: 40 }

export interface PdfPage {
  heading: string
  paragraphs: readonly string[]
}

/** A document with plain pages in Times, a standard font (PDF 1.7, section 9.6.2.2). */
export function writePdf(title: string, pages: readonly PdfPage[]): Buffer {
  const FIRST_PAGE = 5
  const kids = pages.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ')
  const font = '/Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< ${font} /BaseFont /Times-Roman >>`,
    `<< /Title (${encode(title)}) /Producer (Folx) >>`,
    ...pages.flatMap((page, index) => {
      const content = drawPage(page)
      const size = `[0 0 ${PAGE.width} ${PAGE.height}]`
      const resources = '<< /Font << /F1 3 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox ${size} /Resources ${resources} /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return assemble(objects)
}

/** Concatenates the objects and appends the cross-reference table with their offsets. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const start = text.length
  text += `xref\n0 ${count}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${count} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // One character is one byte, because `encode` leaves only Latin 1.
  return Buffer.from(text, 'latin1')
}

function drawPage({ heading, paragraphs }: PdfPage): string {
  const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph), ''])
  return [
    'BT',
    `/F1 ${HEADING.size} Tf ${PAGE.left} ${PAGE.top} Td (${encode(heading)}) Tj`,
    `0 -${HEADING.leading} Td /F1 ${BODY.size} Tf ${BODY.leading} TL`,
    ...lines.map((line) => `(${encode(line)}) Tj T*`),
    'ET',
  ].join('\n')
}

function wrap(paragraph: string): string[] {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= LINE_CHARACTERS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** WinAnsi escapes for the characters beyond Latin 1 that the demo's texts use. */
const WIN_ANSI: Readonly<Record<string, string>> = {
  '‘': '\\221',
  '’': '\\222',
  '“': '\\223',
  '”': '\\224',
  '–': '\\226',
}

function encode(text: string): string {
  return text
    .replace(/[\\()]/g, '\\$&')
    .replace(/[^\x20-\xff]/g, (character) => WIN_ANSI[character] ?? '?')
}
