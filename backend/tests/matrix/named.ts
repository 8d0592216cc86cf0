import type { Operation } from '@crossdock/kernel/http'

/** The kind of object that a path parameter names. A missing route fails the test that looks it up. */
const kinds: [pattern: RegExp, kind: string][] = [
  [/^\/api\/assets\/\{id\}\/permissions$/, 'folder'],
  [/^\/api\/assets\//, 'asset'],
  [/^\/api\/environments\/\{id\}\/variables\/\{/, 'variable'],
  [/^\/api\/environments\/\{id\}\/promotions\/\{/, 'promotion'],
  [/^\/api\/environments\//, 'environment'],
  [/^\/api\/integrations\/systems\//, 'system'],
  [/^\/api\/integrations\/endpoints\//, 'endpoint'],
  [/^\/api\/integrations\/workflows\//, 'workflow'],
  [/^\/api\/system-flows\//, 'systemFlow'],
  [/^\/api\/integrations\/logs\//, 'log'],
  [/^\/api\/integrations\/webhooks\//, 'webhook'],
  [/^\/api\/integrations\/webhook-requests\//, 'webhookRequest'],
  [/^\/hooks\//, 'webhook'],
  [/^\/api\/folder-bindings\//, 'folderBinding'],
  [/^\/api\/contract-templates\//, 'contractTemplate'],
  [/^\/api\/flow-executions\/bulk\//, 'bulkAction'],
  [/^\/api\/flow-executions\//, 'execution'],
  [/^\/api\/desktop-agents\/commands\//, 'agentCommand'],
  [/^\/api\/desktop-agents\/enrolments\//, 'agentEnrolment'],
  [/^\/api\/desktop-agents\/groups\//, 'agentGroup'],
  [/^\/api\/desktop-agents\//, 'agent'],
  [/^\/api\/sync-contracts\/agent\//, 'syncContract'],
  [/^\/api\/sync-contracts\/conflicts\//, 'syncConflict'],
  [/^\/api\/sync-contracts\//, 'syncContract'],
  [/^\/api\/api-tokens\//, 'apiToken'],
  [/^\/api\/approvals\//, 'approval'],
  [/^\/api\/users\/imports\//, 'userImport'],
  [/^\/api\/users\//, 'user'],
  [/^\/api\/roles\//, 'role'],
  [/^\/api\/oauth-configs\//, 'oauthConfig'],
  [/^\/api\/auth\/oidc\//, 'oauthConfig'],
  [/^\/api\/branding\/logo\//, 'logo'],
  [/^\/api\/public-pages\/logo\//, 'publicLogo'],
  [/^\/api\/demo-requests\//, 'demoRequest'],
  [/^\/api\/sessions\//, 'session'],
  [/^\/api\/passkeys\//, 'passkey'],
  [/^\/api\/jobs\//, 'failedJob'],
  [/^\/api\/admin\/egress-allowances\//, 'egressAllowance'],
  [/^\/api\/admin\/environments\//, 'environment'],
  [/^\/api\/events\/parked\//, 'parkedEvent'],
  [/^\/api\/events\//, 'event'],
  [/^\/api\/trace\//, 'execution'],
  [/^\/api\/tenants\//, 'tenant'],
  [/^\/api\/uploads\//, 'upload'],
  [/^\/api\/shares\//, 'share'],
  [/^\/s\//, 'share'],
  [/^\/api\/webhooks\//, 'outboundWebhook'],
  [/^\/p\//, 'outboundWebhook'],
]

export function kindOf(operation: Operation): string {
  const kind = kinds.find(([pattern]) => pattern.test(operation.path))?.[1]
  if (!kind) throw new Error(`${operation.route}: add what its parameter names to "kinds".`)
  return kind
}

/**
 * The path with its parameters filled. Every file has a first version, every tenant the environments
 * `production` and `development`.
 */
export const fill = (path: string, id: string) =>
  path
    .replace('{version}', '1')
    .replace('{part}', 'response')
    .replace('{side}', 'source')
    .replace('/trace/{type}/', '/trace/execution/')
    .replace('/environments/{id}/variables/{', '/environments/production/variables/{')
    .replace('/environments/{id}/promotions/{', '/environments/development/promotions/{')
    .replace(/\{\w+\}/g, encodeURIComponent(id))
export const hasParameter = ({ path }: Operation) => path.includes('{')
