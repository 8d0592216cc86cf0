import { parseJson } from '@crossdock/kernel/json'
import { redact } from '@crossdock/kernel/secrets'
import { StepFailed } from '../contracts/index.js'

/** Larger outputs are cut: rows stay small, and lists of runs fast. */
export const maxOutputBytes = 64 * 1024
const previewCharacters = 16 * 1024

/** PostgreSQL keeps neither NUL nor lone surrogates in JSON. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** An error's sentence, fit to be kept. */
export function storedMessage(message: string): string {
  return clean(message).slice(0, 2_000)
}

/**
 * What is kept of a step's output and handed to later steps: plain JSON without the secrets of the
 * step, or `{ truncated, bytes, preview }` when it is too large.
 * @throws TypeError for what JSON cannot hold
 */
export function storedOutput(output: unknown, secrets: readonly string[]): unknown {
  const plain = JSON.stringify(output ?? null, (_, value: unknown) =>
    typeof value === 'string' ? clean(value) : value
  )
  const json =
    secrets.length > 0 ? JSON.stringify(withoutSecrets(parseJson(plain), secrets)) : plain
  const bytes = Buffer.byteLength(json)
  if (bytes <= maxOutputBytes) return parseJson(json)
  return { truncated: true, bytes, preview: clean(json.slice(0, previewCharacters)) }
}

/** Only of a step that has any: what others put out may go by the name of one. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  return secrets.length > 0 ? redact(value, secrets) : value
}

/** Whether a value from outside is JSON of a size that is kept whole. */
export function fitsIn(value: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value ?? null)) <= maxOutputBytes
  } catch {
    return false
  }
}

/** A failure as it is kept: its sentence and its output without the secrets of the step. */
export function storedFailure(failure: StepFailed, secrets: readonly string[]): StepFailed {
  const { message, retryable, retryAfterMs, save, cause } = failure
  return new StepFailed(storedMessage(withoutSecrets(message, secrets)), {
    ...{ retryable, cause, output: outputOf(failure, secrets) },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(save ? { save } : {}),
  })
}

function outputOf({ output }: StepFailed, secrets: readonly string[]): unknown {
  try {
    return storedOutput(output, secrets)
  } catch {
    return null
  }
}
