import { parseJson } from '@crossdock/kernel/json'

/** Larger outputs are cut: rows stay small, and lists of runs fast. */
const maxBytes = 64 * 1024
const previewCharacters = 16 * 1024

/** PostgreSQL keeps neither NUL nor lone surrogates in JSON. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** An error's sentence, fit to be kept. */
export function storedMessage(message: string): string {
  return clean(message).slice(0, 2_000)
}

/**
 * What is kept of a step's output and handed to later steps: plain JSON, or `{ truncated, bytes,
 * preview }` when it is too large.
 * @throws TypeError for what JSON cannot hold
 */
export function storedOutput(output: unknown): unknown {
  const json = JSON.stringify(output ?? null, (_, value: unknown) =>
    typeof value === 'string' ? clean(value) : value
  )
  const bytes = Buffer.byteLength(json)
  if (bytes <= maxBytes) return parseJson(json)
  return { truncated: true, bytes, preview: clean(json.slice(0, previewCharacters)) }
}
