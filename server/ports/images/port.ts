/** An image that was re-encoded from the pixels of an upload and contains nothing else of it. */
export interface ConvertedImage {
  /** WebP. */
  path: string
  contentType: 'image/webp'
  /** Pixels. */
  width: number
  height: number
}

/** Converts uploads into images that browsers can show safely. */
export interface ImageConverter {
  /**
   * Detects the real type from the bytes: PNG, JPEG, WebP, AVIF or GIF. The result is upright, has no
   * metadata, and fits into `maxWidth` by `maxHeight` pixels without being enlarged. Throws
   * `unsupported_media` for other types, also videos and moving AVIF, files that cannot be decoded or that are cut off with more
   * than a strip missing, and images of more than 40 megapixels, or 120 for a JPEG that isn't
   * progressive.
   */
  convert(input: {
    path: string
    outputPath: string
    maxWidth: number
    maxHeight: number
  }): Promise<ConvertedImage>
}
