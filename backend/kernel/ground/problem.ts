import type { PermissionRef } from './permission.js'
import { beginningOf, english, text, type Text, type Written } from './text.js'

/** What a refusal repeats at most of a value: it was sent by whoever is refused. */
const mostRepeated = 500
/** Enough to begin with; a list can be wrong in each of its items. */
export const mostErrors = 20

/** One field's complaint in a problem answer. */
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
 * An error meant for the caller: HTTP status, stable code and a sentence a person can act on.
 * Answered as application/problem+json (RFC 9457), in the reader's language; `message` is the
 * sentence in English. Anything else thrown becomes a plain 500.
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
 * 404, the same for an id of nothing and one of another tenant.
 * @param template the sentence, with the place `{id}`
 */
export function notFound<const Template extends `${string}{id}${string}`>(
  template: Written<Template>,
  id: string
): Problem {
  return new Problem(404, 'E_NOT_FOUND', { template, params: { id: id.slice(0, 64) } })
}

/** 404 for an address. */
export function nothingThere(): Problem {
  return new Problem(404, 'E_NOT_FOUND', text('There is nothing at this address.'))
}

/** 422 for one field. */
export function invalid(field: string, sentence: Text, rule = 'invalid'): Problem {
  return refusedFields([{ field, rule, text: sentence }])
}

/** 422 for all that is wrong with the fields, at least one; the first is the sentence of the whole. */
export function refusedFields(errors: [FieldError, ...FieldError[]]): Problem {
  return new Problem(422, 'E_VALIDATION', errors[0].text, { errors })
}

/** 409: the request is fine, the present state does not allow it. */
export function conflict(code: string, sentence: Text, field?: string): Problem {
  const errors = field ? [{ field, rule: 'conflict', text: sentence }] : []
  return new Problem(409, code, sentence, { errors })
}

/** 403 for a caller who lacks a permission. */
export function missingPermission({ name: permission }: PermissionRef): Problem {
  const sentence = text(
    'You may not do this: the permission "{permission}" is missing. Ask an administrator.',
    { permission }
  )
  return new Problem(403, 'E_FORBIDDEN', sentence)
}
