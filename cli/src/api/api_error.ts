import type { Problem } from '@crossdock/client'
import { CliError, ExitCode } from '../errors.js'

/** A proxy or another program may answer with only part of a problem document. */
type AnyProblem = Partial<Problem>

/** An unsuccessful answer of the server, worded so that a person can act on it. */
export class ApiError extends CliError {
  readonly status: number
  readonly code: string | undefined
  /** How long the server asks to wait. Undefined without a `Retry-After` header or with a date in it. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, problem: AnyProblem, retryAfter: string | null) {
    super(exitCodeOf(status), sentenceOf(status, problem), {
      hint: hintFor(status, problem.code, retryAfter),
      details: fieldLines(problem),
      requestId: problem.requestId ?? undefined,
    })
    this.status = status
    this.code = problem.code
    if (retryAfter && /^\d+$/.test(retryAfter)) this.retryAfterMs = Number(retryAfter) * 1000
  }

  /** Whether the caller has reached a rate limit: 429, or 423 from the tus endpoints. */
  get isLimit(): boolean {
    return isLimit(this.status)
  }

  /** Reads an unsuccessful response, whether its body is problem+json or a proxy's page. */
  static async from(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => '')
    const problem = parseProblem(text) ?? {
      message: `The server answered "${response.status} ${response.statusText}" to ${new URL(response.url).pathname}.`,
    }
    problem.requestId ??= response.headers.get('x-request-id') ?? undefined
    return new ApiError(response.status, problem, response.headers.get('retry-after'))
  }
}

const isLimit = (status: number): boolean => status === 429 || status === 423

function parseProblem(text: string): AnyProblem | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as AnyProblem) : undefined
  } catch {
    return undefined
  }
}

/** Omits a message that repeats the error of a field, because the line of that field follows. */
function sentenceOf(status: number, problem: AnyProblem): string {
  const message = problem.message ?? problem.detail ?? problem.title
  if (!message) return `The server answered with status ${status}.`
  const isRepeated = problem.errors?.some((error) => error.field && error.message === message)
  return isRepeated ? 'The server refused these values:' : message
}

function fieldLines(problem: AnyProblem): string[] {
  return (problem.errors ?? [])
    .filter((error) => error.field || error.message !== problem.message)
    .map((error) => (error.field ? `${error.field}: ${error.message}` : error.message))
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401) return ExitCode.notSignedIn
  if (status === 403) return ExitCode.forbidden
  if (status === 404 || status === 410) return ExitCode.notFound
  if (isLimit(status) || status === 507) return ExitCode.limited
  if (status === 502 || status === 503 || status === 504) return ExitCode.unreachable
  return status < 500 ? ExitCode.refused : ExitCode.failure
}

/** Formats a waiting time for people. */
function spanOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`
}

function hintFor(
  status: number,
  code: string | undefined,
  retryAfter: string | null
): string | undefined {
  if (code === 'E_NO_ENVIRONMENT')
    return 'Use another environment, with --environment or permanently: crossdock environments use <name>'
  if (code === 'E_NO_TENANT')
    return 'Name one with --tenant <id-or-subdomain> or CROSSDOCK_TENANT, or save one in the profile: crossdock tenants use <subdomain>'
  if (code === 'E_TENANT') return 'The tenant comes from --tenant, CROSSDOCK_TENANT or the profile.'
  if (status === 401)
    return 'Sign in with "crossdock login", or set CROSSDOCK_TOKEN to a valid API token.'
  if (status === 403) return '"crossdock whoami" shows who you are signed in as.'
  if (isLimit(status) && retryAfter) {
    return /^\d+$/.test(retryAfter)
      ? `Try again in ${spanOf(Number(retryAfter))}.`
      : `Try again after ${retryAfter}.`
  }
  if (status >= 500)
    return 'Try again. If the error persists, send the request id to your server operator.'
  return undefined
}
