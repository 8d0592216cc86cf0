import { Ajv, type ValidateFunction } from 'ajv'
import { describeApi, type Operation } from '@crossdock/kernel/http'
import type { Reply } from '@crossdock/kernel/testing'

interface Declared {
  responses: Record<string, { content?: Record<string, object> }>
}

interface Route {
  method: string
  path: string
  pattern: RegExp
  declared: Declared
}

/**
 * Cached by the text of the description, because applications of one process mostly declare the same
 * operations.
 */
const known = new Map<string, ApiContract>()

/** Checks every answer of the application against its operation's declaration. */
export class ApiContract {
  readonly #ajv = new Ajv({ strict: false, allErrors: true })
  readonly #routes: Route[]
  readonly #validators = new Map<string, ValidateFunction>()

  static of(operations: Operation[]): ApiContract {
    const description = describeApi(operations)
    const text = JSON.stringify(description)
    const contract = known.get(text) ?? new ApiContract(description)
    known.set(text, contract)
    return contract
  }

  private constructor(description: ReturnType<typeof describeApi>) {
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    this.#ajv.addSchema(description, 'api')
    const paths = description.paths as Record<string, Record<string, Declared>>
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, declared]) => {
        const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
        return { method, path, pattern, declared }
      })
    )
    // Like in the router, `/things/stats` takes precedence over `/things/{id}`.
    const parameters = ({ path }: Route) => path.split('{').length
    this.#routes = routes.sort((a, b) => parameters(a) - parameters(b))
  }

  /** @throws when the operation does not declare this answer */
  assertKept(method: string, url: string, reply: Reply): void {
    const path = new URL(url, 'http://localhost').pathname
    const route = this.#routes.find(
      (one) => one.method === method.toLowerCase() && one.pattern.test(path)
    )
    if (!route || reply.status === 304) return
    const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
    const refused = type === 'application/problem+json'
    const ours = reply.status >= 500
    const code = refused && ours ? 'default' : String(reply.status)
    const answer = route.declared.responses[code]
    const fail = (what: string): never => {
      const text = JSON.stringify(reply.body)?.slice(0, 500)
      throw new Error(
        `${method} ${path} (${route.path}) ${what}.\nIt answered ${reply.status}: ${text}`
      )
    }
    if (!answer) return fail(`answers ${reply.status}, which it does not declare`)
    // The answer to HEAD has no body to check.
    if (method === 'HEAD') return
    if (!refused && !answer.content && reply.body !== '') return fail('declares no answer')
    const isFree = !answer.content || answer.content['application/octet-stream']
    if (!refused && (isFree || (type === 'text/event-stream' && answer.content?.[type]))) return
    if (!refused && !answer.content?.[type]) return fail(`declares no "${type}"`)
    const validate = this.#validator(
      refused ? '/components/schemas/Problem' : schemaPath(route, code, type)
    )
    if (validate(reply.body)) return
    const faults = validate.errors!.map(
      ({ instancePath, message, params }) =>
        `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`
    )
    fail(`does not answer what it declares:\n${faults.join('\n')}`)
  }

  #validator(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer)
    if (known) return known
    const made = this.#ajv.compile({ $ref: `api#${pointer}` })
    this.#validators.set(pointer, made)
    return made
  }
}

function schemaPath({ path, method }: Route, code: string, type: string): string {
  const steps = ['paths', path, method, 'responses', code, 'content', type, 'schema']
  const escaped = steps.map((step) =>
    encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))
  )
  return `/${escaped.join('/')}`
}
