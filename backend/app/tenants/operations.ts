import { operation } from '@crossdock/kernel/http'
import { tenantList } from './queries/tenants.js'
import { showTenants } from './transformers/tenant.js'
import {
  createTenantValidator,
  deleteTenantQuery,
  suspendTenantValidator,
  tenantResponse,
  updateTenantValidator,
} from './validators/tenant.js'

const controller = () => import('./controllers/tenants_controller.js')
const lifeCycle = () => import('./controllers/life_cycle_controller.js')

const tenant = { access: 'operator', response: tenantResponse, show: showTenants } as const
const list = { ...tenant, list: tenantList }
const change = { ...tenant, refusals: [409] }

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
      figures: ['activeUsers', 'invitedUsers', 'storageUsed', 'storageBytes', 'totalAssets'],
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
  operation(
    'PUT /tenants/{id}',
    {
      ...change,
      summary: 'Change the name, the subdomain or the plan of a tenant',
      description: 'Takes one or more of them.',
      body: updateTenantValidator,
    },
    controller,
    'update'
  ),
  operation(
    'POST /tenants/{id}/suspend',
    {
      ...change,
      proof: 'fresh',
      summary: 'Suspend a tenant',
      description:
        'At once nobody of it gets in: its sessions end for good, its tokens are refused, and its links lead nowhere. Its files and settings stay, and what it was doing waits. You still get in (X-Tenant).',
      body: suspendTenantValidator,
    },
    lifeCycle,
    'suspend'
  ),
  operation(
    'POST /tenants/{id}/reactivate',
    {
      ...change,
      summary: 'Reactivate a tenant that is suspended',
      description: 'Its people sign in again, its tokens and links work, and what waited goes on.',
    },
    lifeCycle,
    'reactivate'
  ),
  operation(
    'DELETE /tenants/{id}',
    {
      ...change,
      proof: 'fresh',
      summary: 'Delete a tenant with everything of it',
      description:
        'Takes `confirm`, its subdomain. It is closed at once, as when it is suspended; until `deletesAt` (TENANT_GRACE_DAYS) it can be taken back, then everything of it is deleted for good.',
      query: deleteTenantQuery,
      status: 202,
    },
    lifeCycle,
    'destroy'
  ),
  operation(
    'POST /tenants/{id}/restore',
    {
      ...change,
      summary: 'Take back the deletion of a tenant',
      description: 'Until its grace period is over. It has the status again that it had before.',
    },
    lifeCycle,
    'restore'
  ),
  operation(
    'POST /tenants/{id}/enter',
    {
      access: 'operator',
      summary: 'Note that you begin to work in a tenant',
      description:
        'Tells the activity of the tenant. It opens nothing that X-Tenant does not open anyway.',
      status: 204,
    },
    lifeCycle,
    'enter'
  ),
  operation(
    'POST /tenants/{id}/leave',
    {
      access: 'operator',
      summary: 'Note that you no longer work in a tenant',
      status: 204,
    },
    lifeCycle,
    'leave'
  ),
]
