import { Image } from '@tiptap/extension-image'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'

/** Pictures that stand between paragraphs. Others than the allowed ones fall out of what is pasted. */
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
    // Typed addresses would bring pictures from anywhere.
    addInputRules: () => [],
  })
}
