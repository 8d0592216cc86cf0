import { parseJson } from '@crossdock/kernel/json'
import { environmentSecrets } from '@crossdock/environments/contracts'
import { redact, type KnownSecrets } from '@crossdock/kernel/secrets'
import { StepFailed } from '../contracts/index.js'

/** Larger outputs are cut, so that rows stay small and lists of runs fast. */
export const maxOutputBytes = 64 * 1024
const previewCharacters = 16 * 1024

/** The secrets to mask in the stored outputs and errors of a step. */
export interface StepSecrets {
  /** The step's own secrets. */
  own: readonly string[]
  /** The secrets of its environment. */
  known: KnownSecrets
  /**
   * Whether to mask values under names such as `token`. They are always masked for a step with secrets of its
   * own.
   */
  byName?: boolean
}

/** A value in the two forms in which it is stored, both plain JSON. */
export interface Kept {
  /** The form for later steps. Only long secrets are masked, because short ones may occur by chance. */
  value: unknown
  /** The form for people. All secrets are masked. The same object as `value` where both forms are equal. */
  shown: unknown
}

export const kept = (value: unknown, shown = value): Kept => ({ value, shown })

/** Returns a step's own secrets together with the secrets of the context's environment. */
export const secretsWith = async (own: readonly string[]): Promise<StepSecrets> => ({
  own,
  known: await environmentSecrets.use().known(),
})

/** PostgreSQL keeps neither NUL nor lone surrogates in JSON. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Returns the message of an error in a form that can be stored. */
export function storedMessage(message: string): string {
  return clean(message).slice(0, 2_000)
}

/**
 * Returns both stored forms of a step's output. A large output becomes `{ truncated, bytes, preview }`.
 * @throws TypeError for a value that JSON cannot hold
 */
export function storedOutput(output: unknown, secrets: StepSecrets): Kept {
  const plain = JSON.stringify(output ?? null, (_, value: unknown) =>
    typeof value === 'string' ? clean(value) : value
  )
  return bounded(formsOf(parseJson(plain), secrets))
}

/** Returns both forms of a value, whatever its size. */
export function formsOf(value: unknown, secrets: StepSecrets): Kept {
  const shown = withoutSecrets(value, secrets)
  return asOneIfEqual(secrets.known.with(secrets.own).long.mask(value), shown)
}

/** Returns both forms; the same object if they are equal, because then nothing needs to be sealed. */
export const asOneIfEqual = (value: unknown, shown: unknown): Kept =>
  value === shown || JSON.stringify(value) === JSON.stringify(shown)
    ? kept(shown)
    : kept(value, shown)

/** Cuts the forms if necessary. For a large value, both become the beginning of the form for people. */
export function bounded(forms: Kept): Kept {
  const bytes = Buffer.byteLength(JSON.stringify(forms.value))
  if (bytes <= maxOutputBytes) return forms
  const preview = clean(JSON.stringify(forms.shown).slice(0, previewCharacters))
  return kept({ truncated: true, bytes, preview })
}

/** Returns the form for people: without the secrets of the step and of its environment. */
export function withoutSecrets<T>(value: T, { own, known, byName }: StepSecrets): T {
  return known.mask(byName || own.length > 0 ? redact(value, own) : value)
}

/** Returns whether a value from outside is JSON that is small enough to be stored whole. */
export function fitsIn(value: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value ?? null)) <= maxOutputBytes
  } catch {
    return false
  }
}

/**
 * Returns a failure in its stored form: message and output without the secrets of the step and of its
 * environment.
 */
export function storedFailure(failure: StepFailed, secrets: StepSecrets): StepFailed {
  const { message, retryable, retryAfterMs, save, cause, family, status } = failure
  return new StepFailed(storedMessage(withoutSecrets(message, secrets)), {
    retryable,
    cause,
    family,
    status,
    output: outputOf(failure, secrets),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(save ? { save } : {}),
  })
}

function outputOf({ output }: StepFailed, secrets: StepSecrets): unknown {
  try {
    return storedOutput(output, secrets).shown
  } catch {
    return null
  }
}
