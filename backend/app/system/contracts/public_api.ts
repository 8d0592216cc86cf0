import { apiVersion, describeApi } from '@crossdock/kernel/http'
import { sampleOf, type Schema } from '@crossdock/kernel/shapes'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

/** The description of `/api/v2`, for the API reference and for client generators. */
export const describePublic = perApplication(async (): Promise<Record<string, unknown>> => {
  const host = pluginHost.use()
  const own = (await host.operations()).filter(({ path }) => path.startsWith('/api/v2/'))
  const operations = [...own, ...(await host.publicOperations())]
  return withExamples(describeApi(operations, { version: apiVersion, events: host.eventTypes }))
})

interface Described {
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>
  components: { schemas: Record<string, Schema> }
}
interface Body {
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

/** Adds an example to each JSON body of a request or a success, made from its schema. */
function withExamples(description: Record<string, unknown>): Record<string, unknown> {
  const { paths, components } = description as unknown as Described
  const schemas = new Map(Object.entries(components.schemas))
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const successes = Object.entries(operation.responses).filter(([code]) => code.startsWith('2'))
    for (const body of [operation.requestBody, ...successes.map(([, answer]) => answer)]) {
      const json = body?.content?.['application/json']
      if (json?.schema) json.example = sampleOf(json.schema, schemas)
    }
  }
  return description
}
