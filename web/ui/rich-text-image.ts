import { Image } from '@tiptap/extension-image'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'

/** Pictures between paragraphs. Pictures that aren't allowed are removed from pasted content. */
export function imageExtension({ isAllowed }: RichTextImages) {
  return Image.extend({
    parseHTML() {
      return [
        {
          tag: 'img[src]',
          getAttrs: (element) => (isAllowed(element.getAttribute('src') ?? '') ? null : false),
        },
      ]
    },
    // Otherwise typed Markdown could insert pictures from any site.
    addInputRules: () => [],
  })
}
