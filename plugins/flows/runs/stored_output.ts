import { parseJson } from '@crossdock/kernel/json'
import { environmentSecrets } from '@crossdock/environments/contracts'
import { redact, type KnownSecrets } from '@crossdock/kernel/secrets'
import { StepFailed } from '../contracts/index.js'

/** Larger outputs are cut: rows stay small, and lists of runs fast. */
export const maxOutputBytes = 64 * 1024
const previewCharacters = 16 * 1024

/** The secrets to mask in the stored outputs and errors of a step. */
export interface StepSecrets {
  /** The step's own secrets. */
  own: readonly string[]
  /** The secrets of its environment. */
  known: KnownSecrets
  /** Masks values under names that mean a secret, such as `token`. A step with secrets of its own always masks them. */
  byName?: boolean
}

/** An output in its two stored forms, both plain JSON. */
export interface Kept {
  /** The form for later steps. Only long secrets are masked, because a partner rarely repeats one by chance. */
  value: unknown
  /** The form for people. All secrets are masked. The same object as `value` where both forms are equal. */
  shown: unknown
}

export const kept = (value: unknown, shown = value): Kept => ({ value, shown })

/** A step's own secrets, with those of the context's environment. */
export const secretsWith = async (own: readonly string[]): Promise<StepSecrets> => ({
  own,
  known: await environmentSecrets.use().known(),
})

/** PostgreSQL keeps neither NUL nor lone surrogates in JSON. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** An error's sentence, fit to be kept. */
export function storedMessage(message: string): string {
  return clean(message).slice(0, 2_000)
}

/**
 * Both stored forms of a step's output. A large output becomes `{ truncated, bytes, preview }`.
 * @throws TypeError for a value that JSON cannot hold
 */
export function storedOutput(output: unknown, secrets: StepSecrets): Kept {
  const plain = JSON.stringify(output ?? null, (_, value: unknown) =>
    typeof value === 'string' ? clean(value) : value
  )
  return bounded(formsOf(parseJson(plain), secrets))
}

/** Both forms of a value of any size. */
export function formsOf(value: unknown, secrets: StepSecrets): Kept {
  const shown = withoutSecrets(value, secrets)
  return asOneIfEqual(secrets.known.with(secrets.own).long.mask(value), shown)
}

/** Both forms, as one object where they are equal: nothing is sealed then. */
export const asOneIfEqual = (value: unknown, shown: unknown): Kept =>
  value === shown || JSON.stringify(value) === JSON.stringify(shown)
    ? kept(shown)
    : kept(value, shown)

/** The forms as they are. Of a large value both become the beginning of the form for people. */
export function bounded(forms: Kept): Kept {
  const bytes = Buffer.byteLength(JSON.stringify(forms.value))
  if (bytes <= maxOutputBytes) return forms
  const preview = clean(JSON.stringify(forms.shown).slice(0, previewCharacters))
  return kept({ truncated: true, bytes, preview })
}

/** The form for people: without the secrets of the step and of its environment. */
export function withoutSecrets<T>(value: T, { own, known, byName }: StepSecrets): T {
  return known.mask(byName || own.length > 0 ? redact(value, own) : value)
}

/** Whether a value from outside is JSON of a size that is kept whole. */
export function fitsIn(value: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value ?? null)) <= maxOutputBytes
  } catch {
    return false
  }
}

/** A failure as it is kept: its sentence and its output without the secrets of the step and of its environment. */
export function storedFailure(failure: StepFailed, secrets: StepSecrets): StepFailed {
  const { message, retryable, retryAfterMs, save, cause, family, status } = failure
  return new StepFailed(storedMessage(withoutSecrets(message, secrets)), {
    ...{ retryable, cause, family, status, output: outputOf(failure, secrets) },
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
