import { ApiError, type ProblemBody } from '@crossdock/admin/kit'

interface FieldProblem {
  field: string
  message: string
}

interface WireProblem extends Omit<ProblemBody, 'errors'> {
  errors?: FieldProblem[] | Record<string, string>
}

/** Turn a refused answer into an error whose message is a sentence; never its raw text. */
export function apiError(status: number, text: string): ApiError {
  const problem = parseProblem(text)
  if (!problem) return new ApiError(fallback(status), status)
  const message = problem.message || problem.detail || problem.title || fallback(status)
  return new ApiError(message, status, { ...problem, errors: byField(problem.errors) })
}

/** The network or the server itself was not there. */
export const unreachable = (): ApiError => new ApiError('kit.error.unreachable', 0)

const fallback = (status: number) => (status >= 500 ? 'kit.error.server' : 'kit.error.refused')

function parseProblem(text: string): WireProblem | null {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function byField(errors: WireProblem['errors']): Record<string, string> | undefined {
  if (!errors) return undefined
  if (!Array.isArray(errors)) return errors
  const result: Record<string, string> = {}
  // The first message of a field is the one to show.
  for (const { field, message } of errors) result[field] ??= message
  return result
}
