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
          'The settings of the address define how the request is verified. Returns the execution that it started, or the output of the run if the address waits for it. A repetition of a message starts nothing and gets the first answer. Files of a form are stored in the folder of the address (`filesFolder`) when the request is accepted; the run reads references to them as `data.files`.',
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
