import { operation } from '@crossdock/kernel/http'
import { environmentsWrite } from '../contracts/index.js'
import { moreBody, peopleAnswer, tenantUsageQuery, usageAnswer, usageQuery } from './validators.js'

const controller = () => import('./usage_controller.js')

const description =
  'The current usage of each limit, and the usage of the days from "since" to "until" (UTC, both included; by default the last 30). Days are up to a second behind.'

/** The operations for the usage of environments. */
export const usageOperations = [
  operation(
    'GET /tenant/usage',
    {
      summary: 'Show the usage of the environments of your tenant',
      description,
      query: tenantUsageQuery,
      response: usageAnswer,
    },
    controller,
    'ofTenant'
  ),
  operation(
    'GET /tenant/usage/people',
    {
      summary: 'List the people whose files use the most storage',
      description: 'The top ten, files in the trash included.',
      permission: environmentsWrite,
      response: peopleAnswer,
    },
    controller,
    'people'
  ),
  operation(
    'POST /tenant/usage/request',
    {
      summary: 'Ask the operator to raise a limit',
      description: 'The operators of this server get a mail. At most five times a day.',
      permission: environmentsWrite,
      body: moreBody,
      status: 204,
    },
    controller,
    'request'
  ),
  operation(
    'GET /admin/environments/{id}/usage',
    {
      summary: 'Show the usage of an environment',
      description,
      access: 'operator',
      query: usageQuery,
      response: usageAnswer,
    },
    controller,
    'ofEnvironment'
  ),
]
