import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'
import { classConfig } from '#web/lib/class-groups.ts'

const merge = createTailwindMerge(classConfig)

/** Joins class names; if two set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
