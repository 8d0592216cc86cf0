import { describePublic } from '@crossdock/backend/system'
import { apiSections, type ApiSection } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import type { Schema } from '@crossdock/kernel/shapes'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

export type Json = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  description?: string
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
  security: object[]
}

interface DescribedEvent {
  post: {
    summary: string
    requestBody: { content: { 'application/json': { schema: { properties: { data: Schema } } } } }
  }
}

interface Description {
  webhooks: Record<string, DescribedEvent>
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** An operation for its page. */
export interface ApiOperation {
  /** Last part of the page's address. */
  slug: string
  section: ApiSection
  method: string
  path: string
  summary: string
  description: string
  /** The required permission. */
  permission: string | null
  isOpen: boolean
  parameters: Parameter[]
  /** The shapes of a body, by media type. */
  bodies: [type: string, schema: Schema][]
  /** The shape of the answer; null: empty, or the bytes of a file. */
  answer: Schema | null
  /** Whether the answer is the bytes of a file. */
  isFile: boolean
  successes: number[]
  refusals: number[]
}

/** Names of the nine sections. */
export const sectionNames: Record<ApiSection, Text> = {
  authentication: text('Authentication'),
  tenants: text('Tenants'),
  users: text('Users and roles'),
  assets: text('Assets'),
  workflows: text('Workflows'),
  integrations: text('Integrations'),
  sync: text('Sync and agents'),
  analytics: text('Analytics'),
  webhooks: text('Webhooks'),
}

/** A kind of event for the catalog. */
export interface ApiEvent {
  name: string
  description: string
  /** The permission to read it; null: everyone in the tenant may. */
  permission: string | null
  data: Schema
}

export interface Reference {
  operations: ApiOperation[]
  events: ApiEvent[]
  /** Finds an operation by section and slug. */
  find(section: string, slug: string): ApiOperation | undefined
  schemas: Map<string, Schema>
}

/** The content of the reference, from the public OpenAPI description. */
export const reference = perApplication(async (): Promise<Reference> => {
  const { paths, webhooks, components } = (await describePublic()) as unknown as Description
  const named = new Map(Object.entries(components.parameters))
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => read(path, method.toUpperCase(), one, named))
    )
    .sort((one, other) => placeOf(one) - placeOf(other))
  const places = new Map(operations.map((one) => [`${one.section}/${one.slug}`, one]))
  const permissions = new Map(
    pluginHost.use().eventTypes.map(({ name, permission }) => [name, permission?.name ?? null])
  )
  return {
    operations,
    events: Object.entries(webhooks)
      .map(([name, { post }]) => ({
        name,
        description: post.summary,
        permission: permissions.get(name) ?? null,
        data: post.requestBody.content['application/json'].schema.properties.data,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    find: (section, slug) => places.get(`${section}/${slug}`),
    schemas: new Map(Object.entries(components.schemas)),
  }
})

const placeOf = ({ section }: ApiOperation) => apiSections.indexOf(section)

const isSection = (tag: string | undefined): tag is ApiSection =>
  apiSections.some((section) => section === tag)

const permissionNames = /\n*Needs the permission `([^`]+)`\.\n*/

function read(
  path: string,
  method: string,
  described: Described,
  named: Map<string, Parameter>
): ApiOperation {
  const { operationId, tags, summary, description = '', security } = described
  const [permission] = permissionNames.exec(description)?.slice(1) ?? []
  const statuses = Object.keys(described.responses).map(Number).filter(Boolean)
  const successes = statuses.filter((status) => status < 400)
  const { content = {} } = described.responses[successes[0] ?? 200] ?? {}
  return {
    slug: operationId.replace('_v2_', '_').replaceAll('_', '-'),
    // Operations without a tag of a section are about authentication.
    section: isSection(tags[0]) ? tags[0] : 'authentication',
    method,
    path,
    summary,
    description: description.replace(permissionNames, '\n\n').trim(),
    permission: permission ?? null,
    isOpen: security.length === 0,
    parameters: described.parameters.flatMap((one) =>
      '$ref' in one ? (named.get(one.$ref.split('/').at(-1)!) ?? []) : one
    ),
    bodies: Object.entries(described.requestBody?.content ?? {}).map(([type, { schema }]) => [
      type,
      schema ?? {},
    ]),
    answer: content['application/json']?.schema ?? null,
    isFile: content['application/octet-stream'] !== undefined,
    successes,
    refusals: statuses.filter((status) => status >= 400),
  }
}

/** The address of an operation's page. */
export const addressOf = ({ section, slug }: ApiOperation): string => `/api-docs/${section}/${slug}`

/** The operations that contain all words in their description or address. */
export function searchOperations(
  operations: readonly ApiOperation[],
  words: string
): ApiOperation[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ method, path, summary }) => {
    const whole = `${method} ${path} ${summary}`.toLowerCase()
    return parts.every((part) => whole.includes(part))
  })
}
