/** The part of subset-font that is in use; the package ships no types. */
declare module 'subset-font' {
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
