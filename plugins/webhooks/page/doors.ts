import { door, type RefusalPage } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const pages: RefusalPage = async (http, problem) =>
  (await import('./receiver_page.js')).refuse(http, problem)

const receiver = () => import('./receiver_controller.js')

export const pageQuery = vine.create({
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
})

const page = { access: 'public' as const, pages, status: 200, refusals: [409, 429] }

/** What the receiver of a webhook sees: pages without scripts, which nothing keeps. */
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
        'HTML with the new secret, which is shown this once. The secret before signs for 24 hours more.',
      ...page,
    },
    receiver,
    'rotate'
  ),
]
