import { door, operation, type RefusalPage } from '@crossdock/kernel/http'
import { demoRequestList } from './queries/demo_requests.js'
import {
  demoForm,
  demoRequestAnswer,
  demoRequestBody,
  publicPagesAnswer,
  publicPagesBody,
} from './validators/front.js'

const pages = () => import('./controllers/pages_controller.js')
const reference = () => import('./controllers/reference_controller.js')
const requests = () => import('./controllers/demo_requests_controller.js')
const settings = () => import('./controllers/settings_controller.js')

const refusal: RefusalPage = async (http, problem, body) =>
  (await import('./controllers/refusal_page.js')).refusalPage(http, problem, body)

const referenceRefusal: RefusalPage = async (http, problem) =>
  (await import('./controllers/reference_controller.js')).refuse(http, problem)

/** A public page; at an organization's address, a redirect to the console. */
const page = { access: 'public' as const, pages: refusal, status: 200, otherStatuses: [302] }
const request = { access: 'operator', response: demoRequestAnswer } as const
const answer = { access: 'operator', response: publicPagesAnswer } as const

export default [
  door(
    'GET /',
    { summary: 'Get the landing page', description: 'HTML.', ...page },
    pages,
    'landing'
  ),
  door(
    'GET /sales',
    {
      summary: 'Get the sales page',
      description: 'HTML, with the form of `POST /sales`.',
      ...page,
    },
    pages,
    'sales'
  ),
  door(
    'POST /sales',
    {
      summary: 'Ask for a demo',
      description:
        'The operator gets a mail and an entry under System, which is deleted after 180 days. At most 5 an hour from one network.',
      access: 'public',
      pages: refusal,
      reads: 'form',
      body: demoForm,
      maxBytes: 64 * 1024,
      status: 303,
      refusals: [429],
    },
    pages,
    'askForDemo'
  ),
  door(
    'GET /api-docs',
    {
      summary: 'The API reference',
      description: 'HTML: how to begin, or with `search` the matching operations.',
      access: 'public',
      pages: referenceRefusal,
    },
    reference,
    'start'
  ),
  door(
    'GET /api-docs/{page*}',
    {
      summary: 'A page of the API reference',
      description:
        'HTML: `errors`, `events`, `rate-limits`, `changelog`, a section, or an operation of a section.',
      access: 'public',
      pages: referenceRefusal,
    },
    reference,
    'show'
  ),
  operation(
    'GET /demo-requests',
    {
      summary: 'List requests for a demo, newest first',
      ...request,
      list: demoRequestList,
    },
    requests,
    'index'
  ),
  operation(
    'PUT /demo-requests/{id}',
    {
      summary: 'Mark a request for a demo as answered, or as open again',
      ...request,
      body: demoRequestBody,
    },
    requests,
    'update'
  ),
  operation(
    'DELETE /demo-requests/{id}',
    { summary: 'Delete a request for a demo', access: 'operator', status: 204 },
    requests,
    'destroy'
  ),
  operation(
    'GET /public-pages',
    { summary: 'Get the settings of the public pages', ...answer },
    settings,
    'show'
  ),
  operation(
    'PUT /public-pages',
    {
      summary: 'Change the name, color and figures of the public pages',
      description:
        'Takes all or some of the fields: an omitted field stays, and null removes it. A figure that is not set is not shown.',
      ...answer,
      body: publicPagesBody,
    },
    settings,
    'update'
  ),
  operation(
    'PUT /public-pages/logo',
    {
      summary: 'Set the logo of the public pages',
      description: 'The body is a PNG, JPEG or WebP of at most 512 KiB. Crossdock draws it again.',
      ...answer,
      reads: 'raw',
      maxBytes: 512 * 1024,
      refusals: [503],
    },
    settings,
    'storeLogo'
  ),
  operation(
    'DELETE /public-pages/logo',
    { summary: 'Remove the logo of the public pages', access: 'operator', status: 204 },
    settings,
    'destroyLogo'
  ),
  operation(
    'GET /public-pages/logo/{hash}',
    {
      summary: 'Read the logo of the public pages',
      description: 'A picture that never changes at this address.',
      access: 'public',
    },
    settings,
    'logo'
  ),
]
