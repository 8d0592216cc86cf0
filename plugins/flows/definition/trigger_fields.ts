import vine, { type VineString } from '@vinejs/vine'
import { slashed } from './file_patterns.js'

const word = (longest: number) => vine.string().trim().minLength(1).maxLength(longest)

/** The trigger fields of the specification, which every trigger type keeps whether it uses them or not. */
export const triggerFields = {
  eventType: () => word(500),
  /** Two names of at most 127 characters and a slash: RFC 6838. */
  fileType: () => word(255),
  folderPath: () =>
    word(500).parse((value) => {
      const path = typeof value === 'string' ? value.trim() : ''
      return path ? slashed(path) : value
    }),
  schedule: () => vine.string().trim().maxLength(200).optional(),
  webhookUrl: () => vine.string().trim().maxLength(2_000).optional(),
}

export const words = (each: VineString) => vine.array(each).maxLength(100)
