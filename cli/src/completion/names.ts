import type {
  ActivityType,
  ApiToken,
  Asset,
  Environment,
  EnvironmentVariable,
  EventType,
  Execution,
  FailedJob,
  IntegrationLog,
  ParkedEvent,
  Permission,
  Role,
  Session,
  Share,
  StartableWorkflow,
  Tag,
  Tenant,
  User,
} from '@crossdock/client'
import { resolveFolder } from '../assets/resolve.js'
import type { Factory, Suggest } from '../factory.js'
import { formatRelative } from '../output/format.js'

// Candidates per request: the newest ones, or the first ones by name.
const MOST = 100
const MOST_IN_FOLDER = 1000

/** Maps rows of a list to values with a description. */
const listed =
  <T>(path: string, shown: (row: T) => readonly [value: string, about: string]) =>
  (factory: Factory): Suggest =>
  async () =>
    (await (await factory.api()).page<T>(path, {}, 0, MOST)).rows.map(shown)

/** Suggests the names of the records at a path, each with its id. */
export const recordNames = (path: string) =>
  listed<{ name: string; id: string }>(path, ({ name, id }) => [name, id])

export const flowNames = listed<StartableWorkflow>('/api/workflows', (flow) => [
  flow.name,
  flow.description ?? '',
])

export const executionIds = listed<Execution>('/api/flow-executions', (run) => [
  run.executionId.slice(0, 8),
  `${run.flowName}, ${run.status}, ${formatRelative(run.createdAt)}`,
])

export const callIds = listed<IntegrationLog>('/api/integrations/logs', (log) => [
  log.executionId.slice(-8),
  `${log.status}, ${formatRelative(log.createdAt)}`,
])

export const tokenNames = listed<ApiToken>('/api/api-tokens', ({ name, prefix }) => [name, prefix])

export const shareNames = listed<Share>('/api/shares', ({ name, id }) => [name, id])

export const tenantNames = listed<Tenant>('/api/tenants', ({ subdomain, name }) => [
  subdomain,
  name,
])

export const userNames = listed<User>('/api/users', ({ email, role, status }) => [
  email,
  `${role}, ${status}`,
])

export const environmentNames = listed<Environment>('/api/tenant/environments', (one) => [
  one.name,
  one.displayName,
])

export const variableNames =
  (factory: Factory): Suggest =>
  async () => {
    const { variablesPath } = await import('../api/variables.js')
    const variables = await (await factory.api()).all<EnvironmentVariable>(variablesPath(factory))
    return variables.map(({ name, description }) => [name, description ?? ''] as const)
  }

export const roleKeys = listed<Role>('/api/roles', ({ key, name }) => [key, name])

export const peopleAddresses = listed<User>('/api/users', ({ email, role }) => [email, role])

export const jobIds = listed<FailedJob>('/api/jobs', ({ id, name }) => [id, name])

export const parkedIds = listed<ParkedEvent>('/api/events/parked', (one) => [
  one.id,
  `${one.consumer}, ${one.eventType}`,
])

export const eventTypes =
  (factory: Factory): Suggest =>
  async () => {
    const types = await (await factory.api()).get<EventType[]>('/api/events/types')
    return types.map(({ name }) => [name, ''] as const)
  }

export const activityTypes =
  (factory: Factory): Suggest =>
  async () => {
    const types = await (await factory.api()).get<ActivityType[]>('/api/activity-types')
    return types.map(({ name, description }) => [name, description] as const)
  }

export const people = listed<User>('/api/users', ({ email, role }) => [email, role])

export const permissions =
  (factory: Factory): Suggest =>
  async () => {
    const session = await (await factory.api()).get<Session>('/api/auth/me')
    return session.permissions.map((name) => [name, ''] as const)
  }

/** Every permission, including those the caller does not have. */
export const allPermissions =
  (factory: Factory): Suggest =>
  async () => {
    const all = await (await factory.api()).get<Permission[]>('/api/permissions')
    return all.map(({ name, description }) => [name, description] as const)
  }

export const profileNames =
  (factory: Factory): Suggest =>
  async () =>
    (await (await factory.profiles()).names()).map((name) => [name, ''] as const)

/** Tags that start with the typed text. */
export const tagNames =
  (factory: Factory): Suggest =>
  async (typed) => {
    const api = await factory.api()
    const { rows } = await api.page<Tag>('/api/tags', { filter: { search: typed } }, 0, MOST)
    return rows.map(({ name }) => [name, ''] as const)
  }

/** Paths that start with the typed text. Folders end in a slash, so that completion can continue. */
export const assetPaths =
  (factory: Factory, type?: 'folder'): Suggest =>
  async (typed) => {
    const above = typed.slice(0, typed.lastIndexOf('/') + 1) || '/'
    const api = await factory.api()
    const filter = { parent: (await resolveFolder(api, above))?.id ?? '' }
    const { rows } = await api.page<Asset>('/api/assets', { filter }, 0, MOST_IN_FOLDER)
    return rows
      .filter((asset) => !type || asset.type === type)
      .map((asset) => [`${above}${asset.name}${asset.type === 'folder' ? '/' : ''}`, ''] as const)
  }
