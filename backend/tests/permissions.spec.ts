// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'

/*
 * Permissions are declared a second time here on purpose: an intended change is made in two places, a mistake
 * in one.
 */

/** The permissions of each role except the administrator, who has all. */
const viewing = ['agents.read', 'assets.read', 'dashboard.read', 'flows.read', 'sync.read']
const roles = {
  user: viewing,
  viewer: viewing,
  editor: [
    ...viewing,
    'activity.read',
    'agents.commands',
    'assets.permissions',
    'assets.share',
    'assets.write',
    'environments.read',
    'flows.run',
    'integrations.read',
    'roles.read',
    'sync.run',
    'users.read',
    'webhooks.read',
  ],
}

/** Permissions that no operation requires. Actions check them. */
const askedInside = [
  'assets.all',
  'integrations.use',
  'sessions.write',
  'tokens.read',
  'tokens.write',
]

/** Operations by access and additional permission. */
const operations: Record<string, string[]> = {
  public: [
    'GET /auth/organization',
    'POST /auth/magic-link',
    'POST /auth/verify-code',
    'POST /auth/link',
    'POST /auth/verify-link',
    'POST /auth/logout',
    'GET /auth/oidc',
    'GET /auth/oidc/callback',
    'GET /auth/oidc/{id}',
    'POST /auth/oidc/{id}/logout',
    'POST /auth/passkey/options',
    'POST /auth/passkey/verify',
    'POST /auth/second-factor/options',
    'POST /auth/second-factor/verify',
    // The branding at an organization's address, and what it consists of.
    'GET /branding',
    'GET /branding/logo/{hash}',
    'GET /branding/domain-check',
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
    // The list of calls, and a token exchange.
    'GET /openapi.json',
    'GET /v2/openapi.json',
    'POST /v2/auth/token',
    // The operator's pages for strangers, and their requests.
    'GET /',
    'GET /sales',
    'POST /sales',
    'GET /public-pages/logo/{hash}',
    'GET /api-docs',
    'GET /api-docs/{page*}',
    // Holders of a link, which gives no more access than its creator has.
    'GET /s/{token}',
    'POST /s/{token}',
    'GET /s/{token}/folders/{id}',
    'GET /s/{token}/files/{id}',
    'POST /s/{token}/report',
    'POST /s/{token}/files',
    'GET /s/{token}/zip/{id}',
    'GET /s/{token}/files/{id}/preview',
    'GET /s/{token}/files/{id}/thumbnail',
    // The receiver of a webhook, who has the address of the page.
    'GET /p/{token}',
    'GET /p/{token}/deliveries/{id}',
    'POST /p/{token}/deliveries/{id}/resend',
    'GET /p/{token}/rotate',
    'POST /p/{token}/rotate',
    // Callers who know the address and pass its verification.
    'GET /hooks/{token}',
    'POST /hooks/{token}',
    'PUT /hooks/{token}',
    'PATCH /hooks/{token}',
    'DELETE /hooks/{token}',
    'OPTIONS /hooks/{token}',
    // These always answer 404.
    'GET /hooks',
    'GET /hooks/{token}/{rest*}',
    // The agent program, which presents a token or signs with its key.
    'POST /desktop-agents/enroll',
    'POST /desktop-agents/challenge',
    'POST /desktop-agents/sessions',
    'GET /desktop-agents/downloads/{target}',
    'GET /desktop-agents/update',
  ],
  // Their own tokens. Access to other people's tokens, and a token's own rights, are checked by the action.
  session: [
    // Operators have notifications outside of tenants.
    'GET /notifications',
    'GET /notifications/unread',
    'POST /notifications/read',
    'GET /notifications/settings',
    'PUT /notifications/settings',
    'GET /events/types',
    'GET /auth/me',
    // The list of permissions is public: it is in the description of this server.
    'GET /permissions',
    'GET /auth/oidc/logout',
    // The action filters the events.
    'GET /events/stream',
    // Only for oneself.
    'PUT /me/preferences',
    'GET /settings/profile',
    'PUT /settings/profile',
    'GET /api-tokens',
    'POST /api-tokens',
    'DELETE /api-tokens/{id}',
    // Their own sessions. Access to other people's sessions, and a token's own rights, are checked by the
    // action.
    'GET /sessions',
    'DELETE /sessions',
    'DELETE /sessions/{id}',
    // For the person of the session only.
    'POST /auth/proof',
    'POST /auth/proof/verify',
    'POST /auth/proof/options',
    'GET /passkeys',
    'GET /second-factor',
    'PUT /second-factor',
    'POST /recovery-codes',
    'POST /passkeys/options',
    'POST /passkeys',
    'PUT /passkeys/{id}',
    'DELETE /passkeys/{id}',
  ],
  operator: [
    'GET /tenants',
    'GET /admin/tenants',
    'GET /audit/chains',
    'GET /admin/environments/{id}/usage',
    'GET /tenants/{id}',
    'POST /tenants',
    'PUT /tenants/{id}',
    'DELETE /tenants/{id}',
    'POST /tenants/{id}/suspend',
    'POST /tenants/{id}/reactivate',
    'POST /tenants/{id}/restore',
    'POST /tenants/{id}/enter',
    'POST /tenants/{id}/leave',
    'GET /health/details',
    'GET /jobs/schedules',
    'GET /system',
    'POST /system/mail-test',
    'GET /demo-requests',
    'PUT /demo-requests/{id}',
    'DELETE /demo-requests/{id}',
    'GET /public-pages',
    'PUT /public-pages',
    'PUT /public-pages/logo',
    'DELETE /public-pages/logo',
    'GET /admin/egress-allowances',
    'POST /admin/egress-allowances',
    'DELETE /admin/egress-allowances/{id}',
    'GET /environments/templates',
    'GET /admin/environments',
    'GET /admin/environments/summary',
    'GET /admin/tenants/use',
    'POST /admin/environments',
    'GET /admin/environments/{id}',
    'PUT /admin/environments/{id}',
    'DELETE /admin/environments/{id}',
    'POST /admin/environments/{id}/restore',
  ],
  'session activity.read': [
    'GET /activity',
    'GET /activity/export',
    'GET /activity-types',
    'GET /events',
    'GET /events/export',
    'GET /events/{id}',
  ],
  'session audit.read': [
    'GET /audit',
    'GET /audit/event-types',
    'GET /audit/status',
    'GET /audit/verify',
    'GET /audit/export',
  ],
  'session audit.erase': ['POST /audit/erasures'],
  // The action checks the parts of the first one.
  'session dashboard.read': ['GET /dashboard', 'GET /dashboard/activity', 'GET /dashboard/metrics'],
  'session system.read': ['GET /plugins', 'GET /jobs', 'GET /events/parked'],
  'session system.write': [
    'POST /jobs/{id}/retry',
    'DELETE /jobs/{id}',
    'POST /events/parked/{id}/retry',
    'POST /events/parked/retry',
    'DELETE /events/parked/{id}',
  ],
  tenant: [
    // For agents only. Other callers get 409.
    'GET /desktop-agents/connect',
    'GET /approvals',
    'GET /approvals/{id}',
    'POST /approvals/{id}/approve',
    'POST /approvals/{id}/reject',
    'GET /tenant/environments',
    'GET /tenant/usage',
    'GET /tenant/branding',
  ],
  'tenant branding.write': [
    'PUT /tenant/branding',
    'GET /tenant/branding/colors',
    'PUT /tenant/branding/logo',
    'DELETE /tenant/branding/logo',
    'POST /tenant/branding/domain/verification',
  ],
  'tenant retention.read': ['GET /tenant/retention'],
  'tenant retention.write': ['PUT /tenant/retention'],
  'tenant environments.read': [
    // Permissions for the promoted objects are checked by the action.
    'POST /environments/{id}/promotions',
    'GET /environments/{id}/promotions',
    'GET /environments/{id}/promotions/{promotionId}',
    'POST /environments/{id}/promotions/{promotionId}/undo',
    'GET /environments/{id}/variables',
    'GET /environments/{id}/variables/{variableId}',
  ],
  'tenant environments.write': [
    'GET /tenant/usage/people',
    'POST /tenant/usage/request',
    'POST /environments/{id}/variables',
    'PUT /environments/{id}/variables/{variableId}',
    'DELETE /environments/{id}/variables/{variableId}',
  ],
  'tenant roles.read': ['GET /roles', 'GET /roles/{id}', 'GET /users/{id}/permissions'],
  'tenant roles.write': ['POST /roles', 'PUT /roles/{id}', 'DELETE /roles/{id}'],
  'tenant users.read': ['GET /users', 'GET /users/export', 'GET /users/{id}'],
  'tenant users.write': [
    'POST /users',
    'POST /users/invitations',
    'POST /users/import',
    'GET /users/imports/{id}',
    'GET /users/imports/{id}/rows',
    'POST /users/imports/{id}/run',
    'PUT /users/{id}',
    'DELETE /users/{id}',
    'GET /users/{id}/belongings',
    'POST /users/{id}/resend',
  ],
  'tenant second_factors.write': [
    'GET /second-factor-rule',
    'PUT /second-factor-rule',
    'GET /tenant/rules',
    'PUT /tenant/rules',
    'DELETE /users/{id}/second-factor',
  ],
  'tenant sso.read': ['GET /oauth-configs', 'GET /oauth-configs/{id}'],
  'tenant sso.write': [
    'POST /oauth-configs',
    'PUT /oauth-configs/{id}',
    'DELETE /oauth-configs/{id}',
    'POST /oauth-configs/{id}/test',
    'POST /oauth-configs/{id}/trial',
    'GET /oauth-configs/{id}/trial',
  ],
  'tenant assets.read': [
    // For agent programs. Other callers get 409.
    'GET /sync-contracts/agent',
    'POST /sync-contracts/agent/{contractId}/{side}/report',
    ...['work', 'chunks', 'read', 'progress'].map(
      (path) =>
        `${path === 'work' ? 'GET' : 'POST'} /sync-contracts/agent/{contractId}/{side}/${path}`
    ),
    'GET /assets',
    'GET /assets/damaged',
    'GET /assets/trash',
    'GET /assets/zip',
    'GET /assets/{id}',
    'PUT /assets/{id}/star',
    'DELETE /assets/{id}/star',
    'GET /tags',
    'GET /assets/{id}/versions',
    'GET /assets/{id}/content',
    'GET /assets/{id}/permissions',
    'GET /assets/{id}/thumbnail',
    'GET /assets/{id}/preview',
  ],
  'tenant assets.permissions': ['PUT /assets/{id}/permissions'],
  'tenant assets.write': [
    ...['missing', 'contents'].map(
      (path) => `POST /sync-contracts/agent/{contractId}/{side}/${path}`
    ),
    'POST /assets',
    'PUT /assets/{id}',
    'DELETE /assets/{id}',
    'POST /assets/{id}/restore',
    'POST /assets/{id}/purge',
    'POST /assets/{id}/copy',
    'POST /assets/{id}/versions/{version}/restore',
    'POST /assets/bulk',
    'PUT /assets/{id}/tags',
    'PUT /assets/{id}/content',
    'POST /assets/batch',
    'OPTIONS /uploads',
    'POST /uploads',
    'HEAD /uploads/{id}',
    'PATCH /uploads/{id}',
    'DELETE /uploads/{id}',
    'POST /uploads/{id}',
  ],
  'tenant assets.share': [
    'GET /shares',
    'POST /assets/{id}/shares',
    'PUT /shares/{id}',
    'DELETE /shares/{id}',
    'POST /shares/{id}/link',
    'POST /shares/bulk',
    'GET /sharing-rule',
  ],
  'tenant sharing.write': ['PUT /sharing-rule'],
  'tenant activity.read': ['GET /trace/{type}/{id}'],
  'tenant flows.read': [
    'GET /flows/schedule-times',
    'GET /integrations/workflows/{id}/schedule',
    'GET /integrations/workflows/{id}/versions/{version}',
    'GET /system-flows',
    'GET /system-flows/{id}',
    'GET /integrations/workflows',
    'GET /integrations/workflows/{id}',
    'GET /workflows',
    'GET /flows/step-types',
    'GET /flows/triggers',
    'GET /integrations/workflows/{id}/versions',
    'POST /integrations/workflows/preview',
    'GET /flow-executions',
    'GET /flow-executions/stats',
    'GET /flow-executions/waiting',
    'GET /flow-executions/hours',
    'GET /flow-executions/monitoring',
    'GET /flow-executions/bulk/{id}',
    'GET /integrations/workflows/{id}/alerts',
    'GET /integrations/workflows/failing',
    'GET /flow-executions/{id}',
  ],
  'tenant flows.run': [
    'POST /integrations/workflows/{id}/execute',
    'POST /flow-executions/trigger',
    'POST /flow-executions/{id}/cancel',
    'POST /flow-executions/{id}/retry',
    'POST /flow-executions/{id}/replay',
    'POST /flow-executions/bulk',
  ],
  'tenant flows.write': [
    'DELETE /integrations/workflows/{id}/draft',
    'DELETE /system-flows/{id}',
    'GET /integrations/workflows/{id}/draft',
    'POST /flows/expressions/preview',
    'POST /integrations/workflows/{id}/activate',
    'POST /integrations/workflows/{id}/draft/steps/{stepId}/try',
    'POST /integrations/workflows/{id}/draft/test',
    'POST /system-flows',
    'PUT /integrations/workflows/{id}/draft',
    'PUT /system-flows/{id}',
    'PUT /integrations/workflows/{id}/alerts',
    'POST /integrations/workflows',
    'PUT /integrations/workflows/{id}',
    'DELETE /integrations/workflows/{id}',
  ],
  'tenant agents.read': [
    'GET /desktop-agents',
    'GET /desktop-agents/stats',
    'GET /desktop-agents/{id}',
    'GET /desktop-agents/{id}/details',
    'GET /desktop-agents/downloads',
    'GET /desktop-agents/commands',
    'GET /desktop-agents/commands/{id}',
    'GET /desktop-agents/groups',
    'GET /desktop-agents/groups/{id}',
    'GET /desktop-agents/rollout',
  ],
  'tenant agents.commands': [
    'POST /desktop-agents/commands',
    'POST /desktop-agents/commands/{id}/cancel',
    'POST /desktop-agents/commands/{id}/retry',
  ],
  'tenant agents.manage': [
    'POST /desktop-agents/deploy',
    'POST /desktop-agents/bulk',
    'PUT /desktop-agents/{id}',
    'GET /desktop-agents/enrolments',
    'DELETE /desktop-agents/enrolments/{id}',
    'POST /desktop-agents/groups',
    'PUT /desktop-agents/groups/{id}',
    'DELETE /desktop-agents/groups/{id}',
    'PUT /desktop-agents/rollout',
    'POST /desktop-agents/{id}/pause',
    'POST /desktop-agents/{id}/resume',
    'POST /desktop-agents/{id}/retire',
    'POST /desktop-agents/{id}/take-over',
    'POST /desktop-agents/{id}/diagnostics',
  ],
  'tenant webhooks.read': [
    'GET /webhooks',
    'GET /webhooks/event-types',
    'GET /webhooks/{id}',
    'GET /webhooks/{id}/stats',
    'GET /webhooks/{id}/deliveries',
    'GET /webhooks/{id}/deliveries/{deliveryId}',
  ],
  'tenant webhooks.write': [
    'POST /webhooks',
    'PUT /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/pause',
    'POST /webhooks/{id}/resume',
    'POST /webhooks/{id}/rotate-secret',
    'POST /webhooks/{id}/example',
    'POST /webhooks/{id}/recover',
    'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
    'POST /webhooks/{id}/receiver-page',
    'DELETE /webhooks/{id}/receiver-page',
  ],
  'tenant sync.read': [
    'GET /sync-contracts',
    'GET /sync-contracts/stats',
    'GET /sync-contracts/bindings',
    'GET /sync-contracts/conflicts',
    'GET /sync-contracts/conflicts/{id}',
    'GET /sync-contracts/conflicts/{id}/content',
    'GET /sync-contracts/{id}',
    'GET /sync-contracts/{id}/runs',
    'GET /sync-contracts/{id}/skipped',
    'GET /sync-contracts/{id}/transfers',
    'GET /sync-contracts/{id}/plan',
    'GET /sync-contracts/{id}/explain',
    'GET /sync-contracts/{id}/kept',
    'GET /sync-contracts/{id}/kept/{keptId}/content',
  ],
  'tenant sync.run': [
    'POST /sync-contracts/{id}/sync',
    'POST /sync-contracts/{id}/plan',
    'POST /sync-contracts/{id}/pause',
    'POST /sync-contracts/{id}/resume',
    'POST /sync-contracts/{id}/stop',
    'POST /sync-contracts/{id}/release',
    'POST /sync-contracts/conflicts/{id}/resolve',
    'POST /sync-contracts/{id}/kept/{keptId}/restore',
  ],
  'tenant sync.manage': [
    'POST /sync-contracts',
    'POST /sync-contracts/preview',
    'PUT /sync-contracts/{id}',
    'DELETE /sync-contracts/{id}',
  ],
  'tenant integrations.read': [
    'GET /integrations/logs/{id}/bodies/{part}',
    'GET /integrations/systems',
    'GET /integrations/systems/{id}',
    'GET /integrations/endpoints',
    'GET /integrations/endpoints/{id}',
    'GET /integrations/systems/{id}/endpoints',
    'GET /integrations/stats',
    'GET /integrations/webhook-verifications',
    'GET /integrations/webhooks',
    'GET /integrations/webhooks/{id}',
    'GET /integrations/webhook-requests',
    'GET /integrations/webhook-requests/{id}',
    'GET /integrations/systems/failing',
    'GET /integrations/systems/health',
    'GET /integrations/systems/{id}/circuit',
    'GET /integrations/systems/{id}/oauth',
    'GET /integrations/logs',
    'GET /integrations/logs/{id}',
    'GET /integrations/connectors',
    'GET /integrations/auth-types',
    'GET /folder-bindings',
    'GET /folder-bindings/{id}',
    'GET /contract-templates',
    'GET /contract-templates/{id}',
  ],
  'tenant integrations.write': [
    'POST /integrations/logs/{id}/replay',
    'PUT /integrations/webhooks/{id}',
    'POST /integrations/webhooks/{id}/rotate-secret',
    'POST /integrations/webhooks/{id}/renew',
    'POST /integrations/webhook-requests/{id}/replay',
    'POST /integrations/systems',
    'POST /integrations/systems/test',
    'POST /integrations/systems/{id}/test',
    'POST /integrations/systems/{id}/circuit',
    'POST /integrations/systems/{id}/oauth/authorize',
    'GET /oauth/callback',
    'PUT /integrations/systems/{id}',
    'DELETE /integrations/systems/{id}',
    'POST /integrations/systems/{id}/endpoints',
    'PUT /integrations/endpoints/{id}',
    'DELETE /integrations/endpoints/{id}',
    'POST /integrations/endpoints/preview',
    'POST /integrations/endpoints/{id}/test',
    // Access to the folder is checked by the action.
    'POST /folder-bindings',
    'PUT /folder-bindings/{id}',
    'DELETE /folder-bindings/{id}',
    'POST /integrations/imports',
    'POST /contract-templates',
    'PUT /contract-templates/{id}',
    'DELETE /contract-templates/{id}',
    'POST /contract-templates/{id}/apply',
  ],
}

/** Actions that are not possible at an unattended screen. */
const freshly = [
  'DELETE /tenants/{id}',
  'POST /tenants/{id}/suspend',
  'POST /api-tokens',
  'DELETE /api-tokens/{id}',
  'POST /roles',
  'PUT /roles/{id}',
  'DELETE /roles/{id}',
  'POST /users',
  'POST /users/invitations',
  'PUT /users/{id}',
  'DELETE /users/{id}',
  'POST /users/import',
  'POST /users/imports/{id}/run',
  'POST /oauth-configs',
  'PUT /oauth-configs/{id}',
  'DELETE /oauth-configs/{id}',
  'POST /integrations/systems',
  'POST /contract-templates/{id}/apply',
  'POST /integrations/systems/{id}/oauth/authorize',
  'POST /environments/{id}/variables',
  'PUT /environments/{id}/variables/{variableId}',
  'POST /environments/{id}/promotions',
  'POST /environments/{id}/promotions/{promotionId}/undo',
  'POST /folder-bindings',
  'PUT /folder-bindings/{id}',
  'DELETE /folder-bindings/{id}',
  'PUT /integrations/webhooks/{id}',
  'POST /integrations/webhooks/{id}/rotate-secret',
  'POST /integrations/webhooks/{id}/renew',
  'POST /webhooks',
  'POST /webhooks/{id}/rotate-secret',
  'POST /webhooks/{id}/receiver-page',
  'POST /passkeys/options',
  'POST /passkeys',
  'DELETE /passkeys/{id}',
  'PUT /second-factor',
  'POST /recovery-codes',
  'PUT /second-factor-rule',
  'DELETE /users/{id}/second-factor',
  'PUT /tenant/rules',
  'POST /audit/erasures',
  'POST /tenant/branding/domain/verification',
  'POST /desktop-agents/deploy',
  'POST /desktop-agents/{id}/take-over',
]

test.group('Permissions', (group) => {
  let app: TestApp
  let acme: TestTenant
  let declared: Operation[]

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    declared = await pluginHost.use().operations()
    return () => app.stop()
  })

  // Red when an operation's permission or access is changed or missing: `assets.write` of DELETE /assets/{id}
  // to `assets.read`, `operator` of GET /tenants to `session`.
  test('every operation requires what is declared here', ({ assert }) => {
    const found: Record<string, string[]> = {}
    for (const { route, access, permission } of declared) {
      const who = permission ? `${access} ${permission.name}` : access
      found[who] = [...(found[who] ?? []), route].sort()
    }
    const wanted = Object.entries(operations).map(([who, routes]) => [who, [...routes].sort()])
    assert.deepEqual(found, Object.fromEntries(wanted))
  })

  // Red when a role gets or loses a permission.
  test('every role has the permissions declared here', ({ assert }) => {
    const { permissions } = pluginHost.use()
    for (const [role, names] of Object.entries(roles)) {
      const given = permissions.filter((permission) =>
        (permission.roles as string[]).includes(role)
      )
      assert.sameMembers(
        given.map(({ name }) => name),
        names,
        role
      )
    }
    const asked = new Set(Object.keys(operations).flatMap((who) => who.split(' ').slice(1)))
    assert.sameMembers(
      permissions.map(({ name }) => name),
      [...asked, ...askedInside]
    )
  })

  /** Method and path of an operation for a missing object. Raw routes are outside of /api. */
  const addressOf = (route: string): [method: string, path: string] => {
    const { method, path } = declared.find((one) => one.route === route)!
    return [method, path.replace(/\{[\w*]+\}/g, 'none')]
  }

  // Red when assertAllowed does not require a tenant: an action without one would affect none.
  test('operations of a tenant are refused without one', async ({ assert }) => {
    const as = await app.superAdmin()
    for (const [who, routes] of Object.entries(operations)) {
      if (!/^tenant\b/.test(who)) continue
      for (const route of routes) {
        const [method, path] = addressOf(route)
        const reply = await app.call<{ code: string }>(method, path, { as })
        assert.equal(reply.status, 403, route)
        // An answer without a body contains no reason.
        if (method !== 'HEAD') assert.equal(reply.body.code, 'E_NO_TENANT', route)
      }
    }
  })

  // Red when one of them loses its mark: an unattended screen could grant permissions.
  test('operations that grant permissions require a fresh proof', ({ assert }) => {
    const marked = declared.filter(({ proof }) => proof === 'fresh').map(({ route }) => route)
    assert.sameMembers(marked, freshly)
    // Their actions decide which calls need a proof: see the specs of systems and imports.
    const sometimes = declared
      .filter(({ proof }) => proof === 'sometimes')
      .map(({ route }) => route)
    assert.sameMembers(sometimes, [
      'PUT /integrations/systems/{id}',
      'POST /integrations/imports',
      'PUT /webhooks/{id}',
    ])
  })

  // Red when assertAllowed, or the 401 before it, is missing.
  test('the declared permissions are enforced', async ({ assert }) => {
    const email = 'user@acme.example'
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'user' } })
    const people: { as?: Caller; holds?: string[]; name: string }[] = [
      { name: 'stranger' },
      { name: 'user', as: await app.signIn(email, 'acme'), holds: roles.user },
      { name: 'viewer', as: acme.viewer, holds: roles.viewer },
      { name: 'editor', as: acme.editor, holds: roles.editor },
    ]
    for (const [who, routes] of Object.entries(operations)) {
      const [access, permission] = who.split(' ')
      for (const route of routes) {
        const [method, path] = addressOf(route)
        for (const { name, as, holds } of people) {
          // Signing out would end the session that the other requests need.
          if (as && access === 'public') continue
          const { status } = await app.call(method, path, { as })
          const may = access !== 'operator' && (!permission || holds?.includes(permission))
          const what = `${name}: ${route}`
          if (!as && access !== 'public') assert.equal(status, 401, what)
          else if (may) assert.notInclude([401, 403], status, what)
          else assert.equal(status, 403, what)
        }
      }
    }
  })
})
