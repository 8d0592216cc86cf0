import type { PermissionRef } from './permission.js'
import { beginningOf, english, text, type Text, type Written } from './text.js'

/** Longest part of a value that a refusal repeats: the caller sent it. */
const mostRepeated = 500
/** Enough errors for a person to start with: every item of a list can be wrong. */
export const mostErrors = 20

/** An error of one field in a problem answer. */
export interface FieldError {
  field: string
  rule: string
  text: Text
}

export interface ProblemOptions {
  errors?: FieldError[]
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * An error for the caller: HTTP status, stable code and an actionable sentence. Answered as
 * application/problem+json (RFC 9457) in the reader's language; `message` is the English sentence. Any other
 * error becomes a plain 500.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly text: Text
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    readonly status: number,
    readonly code: string,
    sentence: Text,
    options: ProblemOptions = {}
  ) {
    const short = shortened(sentence)
    super(english(short), { cause: options.cause })
    this.text = short
    this.errors = (options.errors ?? []).slice(0, mostErrors).map(({ field, rule, text }) => ({
      field: beginningOf(field, mostRepeated),
      rule,
      text: shortened(text),
    }))
    this.headers = options.headers ?? {}
  }
}

function shortened({ template, params }: Text): Text {
  const short = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? beginningOf(value, mostRepeated) : value,
  ])
  return { template, params: Object.fromEntries(short) }
}

/**
 * Returns 404. An unknown id and an id of another tenant get the same answer.
 * @param template the sentence, with the placeholder `{id}`
 */
export function notFound<const Template extends `${string}{id}${string}`>(
  template: Written<Template>,
  id: string
): Problem {
  return new Problem(404, 'E_NOT_FOUND', { template, params: { id: id.slice(0, 64) } })
}

/** Returns 404 for an unknown address. */
export function nothingThere(): Problem {
  return new Problem(404, 'E_NOT_FOUND', text('There is nothing at this address.'))
}

/** Returns 422 for one field. */
export function invalid(field: string, sentence: Text, rule = 'invalid'): Problem {
  return refusedFields([{ field, rule, text: sentence }])
}

/** Returns 422 for several fields. The first error is also the main sentence. */
export function refusedFields(errors: [FieldError, ...FieldError[]]): Problem {
  return new Problem(422, 'E_VALIDATION', errors[0].text, { errors })
}

/** Returns 409: the request is valid, but the present state does not allow it. */
export function conflict(code: string, sentence: Text, field?: string): Problem {
  const errors = field ? [{ field, rule: 'conflict', text: sentence }] : []
  return new Problem(409, code, sentence, { errors })
}

/** Returns 403 for a caller without a permission. */
export function missingPermission({ name: permission }: PermissionRef): Problem {
  const sentence = text(
    'You may not do this: the permission "{permission}" is missing. Ask an administrator.',
    { permission }
  )
  return new Problem(403, 'E_FORBIDDEN', sentence)
}
