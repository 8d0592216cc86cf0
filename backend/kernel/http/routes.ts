import type { HttpContext, Router } from '@adonisjs/core/http'
import { nothingThere, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { Operation } from './operation.js'
import { serve } from './serve.js'

/** Methods answered with 405 where no operation has them. */
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Registers every operation at its address. Other methods of a known address get 405, unknown addresses 404. */
export function registerOperations(router: Router, operations: Operation[]): void {
  // Addresses without parameters come first: `/events/stream` must not match `/events/{id}` with any method.
  const byPattern = Map.groupBy(operations, patternOf)
  const patterns = [...byPattern.keys()].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  for (const pattern of patterns) {
    const here = byPattern.get(pattern)!
    for (const operation of here) {
      const serving = serve(operation, shownBy(operation, operations))
      router.route(pattern, methodsOf(operation), serving)
    }
    registerOthers(router, pattern, here.flatMap(methodsOf))
  }
  router.any('/api/*', () => {
    throw nothingThere()
  })
}

/** The GET operation at the address of an operation. */
function shownBy({ path }: Operation, operations: Operation[]): Operation | undefined {
  return operations.find((other) => other.method === 'GET' && other.path === path)
}

/** GET operations also answer HEAD, except endless ones. */
function methodsOf({ method, live }: Operation): string[] {
  return method === 'GET' && !live ? ['GET', 'HEAD'] : [method]
}

function patternOf({ path }: Operation): string {
  return path.replace(/\{\w+\*\}/, '*').replace(/\{(\w+)\}/g, ':$1')
}

/** Whether a pattern matches several addresses. */
const isOpen = (pattern: string): boolean => /[:*]/.test(pattern)

function registerOthers(router: Router, pattern: string, methods: string[]): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ')
  if (!methods.includes('OPTIONS')) {
    router.route(pattern, ['OPTIONS'], ({ response }) => {
      response.header('allow', allow).status(204).send(null)
    })
  }
  const others = usual.filter((method) => method !== 'OPTIONS' && !methods.includes(method))
  if (others.length === 0) return
  router.route(pattern, others, ({ request }: HttpContext) => {
    const message = text('{method} is not allowed at this address. Use one of {allow}.', {
      method: request.method(),
      allow,
    })
    throw new Problem(405, 'E_METHOD', message, { headers: { allow } })
  })
}
