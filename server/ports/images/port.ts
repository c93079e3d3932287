/** An image made anew from the pixels of an upload; nothing else of the upload is in it. */
export interface ConvertedImage {
  /** WebP. */
  path: string
  contentType: 'image/webp'
  /** Pixels. */
  width: number
  height: number
}

/** Makes uploads into images that browsers can show safely. */
export interface ImageConverter {
  /**
   * Reads the real type from the bytes: PNG, JPEG, WebP, AVIF or GIF. The result is upright, without
   * metadata, and fits into `maxWidth` by `maxHeight` pixels without being enlarged. Throws
   * `unsupported_media` for anything else, for what does not decode, and for images of more than
   * 40 megapixels.
   */
  convert(input: {
    path: string
    outputPath: string
    maxWidth: number
    maxHeight: number
  }): Promise<ConvertedImage>
}
