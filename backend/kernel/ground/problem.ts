/** One field's complaint in a problem answer. */
export interface FieldError {
  field: string
  rule: string
  message: string
}

export interface ProblemOptions {
  errors?: FieldError[]
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * An error meant for the caller: HTTP status, stable code and a sentence a person can act on.
 * Answered as application/problem+json (RFC 9457); anything else thrown becomes a plain 500.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: ProblemOptions = {}
  ) {
    super(message, { cause: options.cause })
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
  }
}

/** 404, the same for an id (or whatever it is `called` by) of nothing and one of another tenant. */
export function notFound(what: string, id?: string, called = 'id'): Problem {
  const which = id ? ` with the ${called} "${id.slice(0, 64)}"` : ''
  return new Problem(404, 'E_NOT_FOUND', `There is no ${what}${which}.`)
}

/** 404 for an address. */
export function nothingThere(): Problem {
  return new Problem(404, 'E_NOT_FOUND', 'There is nothing at this address.')
}

/** 422 for one field. */
export function invalid(field: string, message: string, rule = 'invalid'): Problem {
  return new Problem(422, 'E_VALIDATION', message, { errors: [{ field, rule, message }] })
}

/** 409: the request is fine, the present state does not allow it. */
export function conflict(code: string, message: string, field?: string): Problem {
  const errors = field ? [{ field, rule: 'conflict', message }] : []
  return new Problem(409, code, message, { errors })
}

/** 403 for a caller who lacks a permission, by name. */
export function missingPermission(permission: string): Problem {
  const message = `You may not do this: the permission "${permission}" is missing. Ask an administrator.`
  return new Problem(403, 'E_FORBIDDEN', message)
}
