import type { Operation } from '@crossdock/kernel/http'

/** The kind of object that a path parameter names, where it is not the noun before the parameter. */
const kinds: [pattern: RegExp, kind: string][] = [
  [/^\/api\/assets\/\{id\}\/permissions$/, 'folder'],
  [/^\/api\/environments\/\{id\}\/variables\/\{/, 'variable'],
  [/^\/api\/environments\/\{id\}\/promotions\/\{/, 'promotion'],
  [/^\/hooks\//, 'webhook'],
  [/^\/api\/flow-executions\/bulk\//, 'bulkAction'],
  [/^\/api\/flow-executions\//, 'execution'],
  [/^\/api\/desktop-agents\/commands\//, 'agentCommand'],
  [/^\/api\/desktop-agents\/enrolments\//, 'agentEnrolment'],
  [/^\/api\/desktop-agents\/groups\//, 'agentGroup'],
  [/^\/api\/desktop-agents\//, 'agent'],
  [/^\/api\/sync-contracts\/agent\//, 'syncContract'],
  [/^\/api\/sync-contracts\/conflicts\//, 'syncConflict'],
  [/^\/api\/users\/imports\//, 'userImport'],
  [/^\/api\/auth\/oidc\//, 'oauthConfig'],
  [/^\/api\/branding\/logo\//, 'logo'],
  [/^\/api\/public-pages\/logo\//, 'publicLogo'],
  [/^\/api\/jobs\//, 'failedJob'],
  [/^\/api\/events\/parked\//, 'parkedEvent'],
  [/^\/api\/trace\//, 'execution'],
  [/^\/s\//, 'share'],
  [/^\/api\/webhooks\//, 'outboundWebhook'],
  [/^\/p\//, 'outboundWebhook'],
]

/** `/api/folder-bindings/{id}` names a `folderBinding`. The other paths are in `kinds`. */
export function kindOf({ path, route }: Operation): string {
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1]
  const noun = /^\/api\/(?:[^{]*\/)?([\w-]+?)s\/\{/.exec(path)?.[1]
  const found = kind ?? noun?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (!found) throw new Error(`${route}: add what its parameter names to "kinds".`)
  return found
}

/**
 * The path with its parameters filled. Every file has a first version, every tenant the environments
 * `production` and `development`.
 * @throws for an object that the tests do not create: its routes would only answer 404
 */
export function fill(path: string, id: string | undefined): string {
  if (id === undefined) throw new Error(`${path}: create what it names in furnished_tenant.ts.`)
  return path
    .replace('{version}', '1')
    .replace('{part}', 'response')
    .replace('{side}', 'source')
    .replace('/trace/{type}/', '/trace/execution/')
    .replace('/environments/{id}/variables/{', '/environments/production/variables/{')
    .replace('/environments/{id}/promotions/{', '/environments/development/promotions/{')
    .replace(/\{\w+\}/g, encodeURIComponent(id))
}
export const hasParameter = ({ path }: Operation) => path.includes('{')
