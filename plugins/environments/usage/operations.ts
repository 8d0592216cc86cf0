import { operation } from '@crossdock/kernel/http'
import { environmentsWrite } from '../contracts/index.js'
import { moreBody, peopleAnswer, tenantUsageQuery, usageAnswer, usageQuery } from './validators.js'

const controller = () => import('./usage_controller.js')

const description =
  'What is used of each limit now, and what was used on the days from "since" to "until" (UTC, both included; the last 30 when they are left out). Days are up to a second behind.'

/** What environments have used. */
export const usageOperations = [
  operation(
    'GET /tenant/usage',
    {
      summary: 'What the environments of your tenant have used',
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
      summary: 'Whose files take the most storage',
      description: 'The ten people with the most, files in the trash included.',
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
      summary: 'What an environment has used',
      description,
      access: 'operator',
      query: usageQuery,
      response: usageAnswer,
    },
    controller,
    'ofEnvironment'
  ),
]
