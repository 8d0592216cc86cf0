import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A called system in a separate process: answers every request, counts them, and reports when requests to
 * `/reported` arrived.
 */
let others = 0
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    if (request.url === '/reported') process.send!({ file: JSON.parse(body).file, at })
    else others++
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
setInterval(() => process.send!({ others }), 200)
