/** The part of subset-font that is in use; the package ships no types. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      noLayoutClosure?: boolean
      keepFeatures?: string[]
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
