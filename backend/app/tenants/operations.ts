import { operation } from '@crossdock/kernel/http'
import { tenantList } from './queries/tenants.js'
import { showTenants } from './transformers/tenant.js'
import { createTenantValidator, tenantResponse } from './validators/tenant.js'

const controller = () => import('./controllers/tenants_controller.js')

const tenant = { access: 'operator', response: tenantResponse, show: showTenants } as const
const list = { ...tenant, list: tenantList }

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
      ...tenant,
      summary: 'Read a tenant',
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
      ...tenant,
      body: createTenantValidator,
      status: 201,
      location: '/api/tenants/{id}',
    },
    controller,
    'store'
  ),
]
