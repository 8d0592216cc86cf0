import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A system to call, in a process of its own: answers everything, counts, and tells when what at `/told` came. */
let others = 0
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    if (request.url === '/told') process.send!({ file: JSON.parse(body).file, at })
    else others++
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
setInterval(() => process.send!({ others }), 200)
