import { anything, door } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const controller = () => import('./controllers/door_controller.js')

/** Any body of any type; the controller reads it, bounds it and answers for it. */
const streams = { '*/*': {} }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const declared = {
  access: 'public' as const,
  // What was started, or whatever a workflow has put out.
  response: vine.create(anything()),
  status: 202,
  otherStatuses: [200, 204],
  refusals: [401, 404, 405, 408, 409, 413, 422, 429, 502, 503, 507],
}

/** Where other systems call. Nothing below `/hooks` is the console's. */
export default [
  ...methods.map((method) =>
    door(
      `${method} /hooks/{token}`,
      {
        summary: `Call a webhook by ${method}`,
        description:
          'Verified as the address asks for. Answers with the execution it has started, or with the output of its run where the address waits for it. A repetition of the same message starts nothing and is answered as the first was. Files of a form are put into the folder of the address (`filesFolder`), together with the acceptance of the request; the run reads their handles as `data.files`.',
        ...declared,
        ...(method === 'GET' ? {} : { streams }),
      },
      controller,
      'receive'
    )
  ),
  ...(['GET /hooks', 'GET /hooks/{token}/{rest*}'] as const).map((route) =>
    door(
      route,
      {
        summary: 'No webhook: answers 404',
        access: 'public',
        response: vine.create(anything()),
        refusals: [404, 429],
      },
      controller,
      'nowhere'
    )
  ),
]
