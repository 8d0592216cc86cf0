import { door, type RefusalPage } from '@crossdock/kernel/http'
import { pageQuery } from './page_query.js'

const pages: RefusalPage = async (http, problem) =>
  (await import('./receiver_page.js')).refuse(http, problem)

const receiver = () => import('./receiver_controller.js')

const page = { access: 'public' as const, pages, status: 200, refusals: [409, 429] }

/** The pages for the receiver of a webhook: no scripts, no caching. */
export default [
  door(
    'GET /p/{token}',
    {
      summary: 'The page of the receiver of a webhook',
      description: 'HTML with the newest deliveries, the address, the events and how to verify.',
      ...page,
      query: pageQuery,
    },
    receiver,
    'open'
  ),
  door(
    'GET /p/{token}/deliveries/{id}',
    { summary: 'A delivery on the page of a receiver', description: 'HTML.', ...page },
    receiver,
    'delivery'
  ),
  door(
    'POST /p/{token}/deliveries/{id}/resend',
    { summary: 'Resend a delivery as its receiver', ...page, status: 303 },
    receiver,
    'resend'
  ),
  door(
    'GET /p/{token}/rotate',
    { summary: 'Ask a receiver whether to rotate the secret', description: 'HTML.', ...page },
    receiver,
    'askRotation'
  ),
  door(
    'POST /p/{token}/rotate',
    {
      summary: 'Rotate the secret as the receiver',
      description:
        'HTML with the new secret, which is shown only this once. The previous secret signs for 24 more hours.',
      ...page,
    },
    receiver,
    'rotate'
  ),
]
