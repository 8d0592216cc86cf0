import { createServer } from 'node:http'
import { freePort } from '@crossdock/backend/testing'

export interface PartnerCall {
  method: string
  path: string
  authorization: string
  body: unknown
}

/** An external system: a real HTTP server that records its requests. */
export interface Partner {
  url: string
  calls: PartnerCall[]
  close: () => void
}

/** Starts a partner that accepts every call and answers with a reference. */
export async function startPartner(): Promise<Partner> {
  const calls: PartnerCall[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    calls.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: text ? JSON.parse(text) : null,
    })
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ reference: `REF-${calls.length}` }))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, calls, close: () => server.close() }
}
