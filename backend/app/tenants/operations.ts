import { operation } from '@crossdock/kernel/http'
import { tenantList } from './queries/tenants.js'
import { showTenants } from './transformers/tenant.js'
import {
  createTenantValidator,
  deleteTenantQuery,
  suspendTenantValidator,
  tenantResponse,
  tenantsInUseAnswer,
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
    'GET /admin/tenants/use',
    {
      summary: 'List the tenants with the most use, failures, or near a limit',
      description:
        'For the start page of operators. Reads the 200 most recently active tenants and those with the most storage.',
      access: 'operator',
      response: tenantsInUseAnswer,
    },
    controller,
    'inUse'
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
        'Takes effect immediately: its sessions end permanently, its tokens are refused, and its links stop working. Files and settings stay, and its work is paused. You keep access (X-Tenant).',
      body: suspendTenantValidator,
    },
    lifeCycle,
    'suspend'
  ),
  operation(
    'POST /tenants/{id}/reactivate',
    {
      ...change,
      summary: 'Reactivate a suspended tenant',
      description:
        'Its people can sign in again, its tokens and links work again, and paused work continues.',
    },
    lifeCycle,
    'reactivate'
  ),
  operation(
    'DELETE /tenants/{id}',
    {
      ...change,
      proof: 'fresh',
      summary: 'Delete a tenant with all its data',
      description:
        'Takes `confirm`, the subdomain of the tenant. The tenant is closed immediately, like a suspended one. Until `deletesAt` (TENANT_GRACE_DAYS) you can cancel the deletion; then all its data is deleted permanently.',
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
      summary: 'Cancel the deletion of a tenant',
      description:
        'Possible until the grace period ends. The tenant gets its previous status again.',
    },
    lifeCycle,
    'restore'
  ),
  operation(
    'POST /tenants/{id}/enter',
    {
      access: 'operator',
      summary: 'Record that you start to work in a tenant',
      description:
        'Adds an entry to the activity feed of the tenant. Grants no access beyond X-Tenant.',
      status: 204,
    },
    lifeCycle,
    'enter'
  ),
  operation(
    'POST /tenants/{id}/leave',
    {
      access: 'operator',
      summary: 'Record that you stop working in a tenant',
      status: 204,
    },
    lifeCycle,
    'leave'
  ),
]
