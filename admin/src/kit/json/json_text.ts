import { useTranslate } from 'ra-core'
import { ExactNumber, parseJson } from './exact_json.js'

export type JsonObject = Record<string, unknown>

/** JSON for an editor; an empty object becomes an empty field. */
export const toJsonText = (value: object | null | undefined): string =>
  value && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : ''

/** The object that a text represents; an empty text is an empty object. Call only with validated text. */
export const fromJsonText = (text: string | null | undefined): JsonObject =>
  text?.trim() ? (parseJson(text) as JsonObject) : {}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber)

/**
 * Validates a JSON text area: the text must be an object and pass the further check.
 * Errors appear at the field; nothing is dropped silently.
 */
export function useJsonRule(
  example: string,
  check: (value: JsonObject) => string | undefined = () => undefined
): (text: string | null | undefined) => string | undefined {
  const translate = useTranslate()
  return (text) => {
    if (!text?.trim()) return undefined
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      return translate('kit.json.invalid', { reason })
    }
    if (!isObject(value)) return translate('kit.json.notObject', { example })
    return check(value)
  }
}

/** A further check: every value is text. */
export function useTextValues(): (value: JsonObject) => string | undefined {
  const translate = useTranslate()
  return (value) => {
    const key = Object.keys(value).find((name) => typeof value[name] !== 'string')
    return key === undefined ? undefined : translate('kit.json.notText', { key })
  }
}
