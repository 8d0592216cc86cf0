import { operation } from '@crossdock/kernel/http'
import { tenantList } from './queries/tenants.js'
import { createTenantValidator, tenantResponse } from './validators/tenant.js'

const controller = () => import('./controllers/tenants_controller.js')

const list = {
  access: 'operator',
  list: tenantList,
  response: tenantResponse,
} as const

export default [
  operation('GET /tenants', { ...list, summary: 'List tenants' }, controller, 'index'),
  operation(
    'GET /admin/tenants',
    { ...list, summary: 'List tenants (as read by the environment screens)' },
    controller,
    'index'
  ),
  operation(
    'GET /tenants/{id}',
    {
      summary: 'Read a tenant',
      access: 'operator',
      response: tenantResponse,
    },
    controller,
    'show'
  ),
  operation(
    'POST /tenants',
    {
      summary: 'Create a tenant',
      description:
        'Creates the tenant, its first administrator and its production environment, and sends the administrator an invitation with a sign-in link.',
      access: 'operator',
      body: createTenantValidator,
      response: tenantResponse,
      status: 201,
      location: '/api/tenants/{id}',
    },
    controller,
    'store'
  ),
]
