import { anything } from '@crossdock/kernel/shapes'
import { door } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const controller = () => import('./controllers/door_controller.js')

/** Accepts a body of any type. The controller reads it and limits its size. */
const streams = { '*/*': {} }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const declared = {
  access: 'public' as const,
  // The started runs, or the output of a workflow.
  response: vine.create(anything()),
  status: 202,
  otherStatuses: [200, 204],
  refusals: [401, 404, 405, 408, 409, 413, 422, 429, 502, 503, 507],
}

/** The addresses that other systems call. The console has no pages below `/hooks`. */
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
      'unknownAddress'
    )
  ),
]
