import type { VisibilityRules } from '../models/system_folder_binding.js'
import { fitsPattern } from './name_pattern.js'

export interface SeenFile {
  name: string
  mimeType: string | null
  size: number
}

/** Returns whether rules allow a file. An empty list is no rule. */
export function isVisible(rules: VisibilityRules, { name, mimeType, size }: SeenFile): boolean {
  const { include = [], exclude = [], mimeTypes = [], maxSize } = rules
  const fits = (value: string, patterns: string[]) =>
    patterns.some((pattern) => fitsPattern(value, pattern))
  return (
    (include.length === 0 || fits(name, include)) &&
    !fits(name, exclude) &&
    (mimeTypes.length === 0 || fits(mimeType ?? '', mimeTypes)) &&
    (maxSize === undefined || size <= maxSize)
  )
}
