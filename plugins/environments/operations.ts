import { operation } from '@crossdock/kernel/http'
import promotions from './promotion/operations.js'
import { environmentList } from './queries/environments.js'
import { managedEnvironmentList } from './queries/managed_environments.js'
import { usageOperations } from './usage/operations.js'
import { environmentAnswer, managedEnvironmentAnswer } from './validators/environments.js'
import {
  createEnvironmentBody,
  summaryAnswer,
  summaryQuery,
  templatesAnswer,
  updateEnvironmentBody,
} from './validators/managed_environments.js'
import variables from './variables/operations.js'

const managed = () => import('./controllers/managed_environments_controller.js')

const managing = { access: 'operator', response: managedEnvironmentAnswer } as const

export default [
  operation(
    'GET /tenant/environments',
    {
      summary: 'List the environments of your tenant',
      list: environmentList,
      response: environmentAnswer,
    },
    () => import('./controllers/environments_controller.js'),
    'index'
  ),
  ...usageOperations,
  operation(
    'GET /environments/templates',
    {
      summary: 'List what environments can begin with',
      access: 'operator',
      response: templatesAnswer,
    },
    managed,
    'templates'
  ),
  operation(
    'GET /admin/environments',
    {
      summary: 'List the environments of all tenants',
      description:
        'Those that were deleted less than 15 minutes ago, and can be restored, with `isDeleted=true`.',
      ...managing,
      list: managedEnvironmentList,
    },
    managed,
    'index'
  ),
  operation(
    'GET /admin/environments/summary',
    {
      summary: 'Sum up what environments use',
      description: 'Of all tenants, or of the one that is named.',
      access: 'operator',
      query: summaryQuery,
      response: summaryAnswer,
    },
    managed,
    'summary'
  ),
  operation(
    'POST /admin/environments',
    {
      summary: 'Create an environment for a tenant',
      description:
        'A tenant has one of each name. What is not given comes from the template, if one is named, else from the defaults.',
      ...managing,
      body: createEnvironmentBody,
      status: 201,
      location: '/api/admin/environments/{id}',
      refusals: [409],
    },
    managed,
    'store'
  ),
  operation(
    'GET /admin/environments/{id}',
    {
      summary: 'Show an environment of any tenant',
      ...managing,
      figures: ['apiCallsUsed', 'storageUsedGB'],
    },
    managed,
    'show'
  ),
  operation(
    'PUT /admin/environments/{id}',
    {
      summary: 'Change an environment of any tenant',
      description:
        'Takes all or some of the fields. Name and tenant stay. A limit below what is used refuses what is new, and touches nothing that is there.',
      ...managing,
      body: updateEnvironmentBody,
    },
    managed,
    'update'
  ),
  operation(
    'DELETE /admin/environments/{id}',
    {
      summary: 'Delete an environment of any tenant',
      description:
        'It is hidden and works no more at once; for 15 minutes it can be restored, then it is gone with everything of it. `production` cannot be deleted.',
      access: 'operator',
      status: 204,
      refusals: [409],
    },
    managed,
    'destroy'
  ),
  operation(
    'POST /admin/environments/{id}/restore',
    {
      summary: 'Take the deletion of an environment back',
      description: 'Within 15 minutes, and as long as no other one has taken its name.',
      ...managing,
      refusals: [409],
    },
    managed,
    'restore'
  ),
  ...variables,
  ...promotions,
]
