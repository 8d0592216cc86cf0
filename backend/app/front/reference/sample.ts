import { sampleOf, type Schemas } from '@crossdock/kernel/shapes'
import type { ApiOperation } from './description.js'

/** The content of an example request. */
export interface Sent {
  path: string
  type: string | null
  /** JSON or form fields. */
  body: unknown
}

/** The minimal request of the operation. */
export function sentSample({ path, bodies, parameters }: ApiOperation, schemas: Schemas): Sent {
  const [type, schema] = bodies[0] ?? []
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema: shape }) => `${name}=${queryText(sampleOf(shape, schemas, name))}`)
  return {
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    type: type ?? null,
    body: schema ? sampleOf(schema, schemas) : undefined,
  }
}

const queryText = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
