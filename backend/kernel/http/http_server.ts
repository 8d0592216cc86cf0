import { createServer, type RequestListener, type Server } from 'node:http'

const acceptableId = /^[\w-]{1,64}$/

/**
 * The server every request comes through, before AdonisJS sees it. A request id that is not a short
 * word is left out, so that a new one is made: it stands in answers and logs.
 */
export function createHttpServer(handle: RequestListener): Server {
  return createServer((request, response) => {
    const id = request.headers['x-request-id']
    if (typeof id === 'string' && !acceptableId.test(id)) delete request.headers['x-request-id']
    handle(request, response)
  })
}
