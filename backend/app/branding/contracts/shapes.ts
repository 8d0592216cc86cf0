import { plainName, unreadable } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

/** A product or sender name of a brand; null removes it. */
export const brandName = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(60)
    .use(plainName({ dotted: true }))
    .nullable()
    .optional()

/** A color as `#rrggbb`; null removes it. */
export const brandColor = () =>
  vine
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional()

/**
 * Lines of text without invisible characters and without characters that reverse the reading direction. Tabs are
 * allowed.
 */
export const plainLines = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string') return
  const lines = value.replace(/\r\n?/g, '\n').split('\n')
  if (lines.some((line) => line.trim() !== '' && unreadable(line.replaceAll('\t', ' ')) !== null)) {
    const message =
      'The {{ field }} holds characters that cannot be seen or that turn the reading direction around.'
    return field.report(message, 'plainLines', field)
  }
  field.mutate(lines.join('\n'), field)
})
