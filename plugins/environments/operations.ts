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
      summary: 'List the environment templates',
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
        'With `isDeleted=true`, lists those deleted less than 15 minutes ago, which can still be restored.',
      ...managing,
      list: managedEnvironmentList,
    },
    managed,
    'index'
  ),
  operation(
    'GET /admin/environments/summary',
    {
      summary: 'Summarize the usage of environments',
      description: 'For all tenants, or for the given one.',
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
        'A tenant can have one environment of each name. Fields left out come from the given template, or else from the defaults.',
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
        'Takes all or some of the fields. The name and the tenant cannot change. A limit below the current usage refuses additions and keeps existing data.',
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
        'The environment is hidden and stops working immediately. It can be restored for 15 minutes; after that it is deleted with all its data. `production` cannot be deleted.',
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
      summary: 'Restore a deleted environment',
      description: 'Possible for 15 minutes, while no other environment has taken its name.',
      ...managing,
      refusals: [409],
    },
    managed,
    'restore'
  ),
  ...variables,
  ...promotions,
]
