import { parse } from 'yaml'
import type { Partner } from './partner.js'

interface Described {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>
}

/**
 * Makes a partner answer as a description says: the first success of the operation, 404 for an unknown address. It
 * parses the document independently, to reveal mistakes in our reader.
 * @param base path of the server in the description
 */
export function standIn(partner: Partner, document: string, base: string): void {
  const { paths } = parse(document, { merge: true, maxAliasCount: -1 }) as Described
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses = {} }]) => {
      const plain = base + path.split(/[?#]/)[0]!
      const pattern = plain
        .split(/\{[^}]*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('[^/]+')
      const status = Object.keys(responses).find((one) => /^2\d\d$/.test(one))
      return { method: method.toUpperCase(), at: new RegExp(`^${pattern}$`), status }
    })
  )
  partner.answers(({ method, url }, response) => {
    const [path = ''] = url.split('?')
    const found = operations.find((one) => one.method === method && one.at.test(path))
    response.writeHead(Number(found?.status ?? 404), { 'Content-Type': 'application/json' })
    response.end('{}')
  })
}
