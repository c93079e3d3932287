declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: Record<string, boolean>
  }
  interface Options {
    wordwrap?: false
    selectors?: Selector[]
    formatters?: Record<
      string,
      (
        element: { attribs: Record<string, string | undefined> },
        walk: unknown,
        builder: { addInline(text: string): void },
      ) => void
    >
  }
  export function convert(html: string, options?: Options): string
}
